import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BillingSettings } from '../../lib/billing/billing-settings.ts'
import { buildSemanticInvoice } from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { findMissing } from '../../lib/billing/e-invoices/find-missing.ts'
import { embedCii } from '../../lib/billing/e-invoices/hybrid/embed-cii.ts'
import { exchangeParties } from '../../lib/billing/e-invoices/read-parties.ts'
import { SPECIFICATIONS } from '../../lib/billing/e-invoices/syntax/specifications.ts'
import { writeCii } from '../../lib/billing/e-invoices/syntax/write-cii.ts'
import { writeUbl } from '../../lib/billing/e-invoices/syntax/write-ubl.ts'
import { decideSelfBilledTax } from '../../lib/billing/self-billing/decide-self-billed-tax.ts'
import { layOutSelfBilling } from '../../lib/billing/self-billing/lay-out-self-billing.ts'
import { describeSelfBilling } from '../../lib/billing/self-billing/load-self-billing-source.ts'
import type { StoredSelfBillingInvoice } from '../../lib/billing/self-billing/self-billing-invoice.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import type { StoredPartner } from '../../lib/partner/partner-store.ts'
import { parseId } from '../../lib/platform/id.ts'
import { sumAmounts } from '../../lib/platform/money/amounts.ts'
import { multiplyExactly, roundExactly } from '../../lib/platform/money/exact-amount.ts'
import { computeTaxes } from '../../lib/platform/money/taxes.ts'
import { newRecord } from '../../lib/platform/store/entities/entity.ts'
import { ownFolder } from '../support/folder.ts'
import { chance } from '../support/seed.ts'
import { findValidator, validateFolder } from './find-validator.ts'
import { type Generated, generateBilled, pick } from './generate-billed.ts'

const DOCUMENTS = Number(process.env.SELF_BILLING ?? 200)
const HYBRIDS = 5

const validator = await findValidator()
const path = 'path' in validator ? validator.path : ''
const random = chance()

const ID = parseId('01JNBV8ZK4T6Q9WD3E5RXH7M2C')
if (!ID) throw new Error('the id is malformed')

const SETTINGS = {
  'general.country': 'DE',
  'billing.taxRates': { standard: 19, small: 0 },
  'billing.taxRatesByCountry': {},
  'billing.taxCategories': { small: { kind: 'exempt', reason: 'Kleinunternehmer, § 19 UStG' } },
  'billing.defaultTaxCategory': 'standard',
  'billing.taxRules': [],
} as unknown as BillingSettings

const RATES = [0.35, 12.5, 150, 0.000001, 99, 420.25]
const QUANTITIES = [1, 3, 40, 1000, 12.34, 31_000]

/** Generates a self-billing invoice, or a credit note that takes one back, with the parties of a generated invoice. */
const generate = (i: number, { seller, buyer }: Generated) => {
  const taxCategoryId = pick(random, ['standard', 'standard', 'small'])
  const agreement = { agreedOn: '2026-01-01', taxCategoryId }
  const supplier = { address: buyer.address, countryCode: buyer.address?.countryCode ?? null }
  const tax = decideSelfBilledTax(supplier as StoredPartner, SETTINGS, agreement, '2026-02-28')
  const supplies = Array.from({ length: pick(random, [1, 2, 5, 12]) }, () => {
    const [quantity, unitPrice] = [pick(random, QUANTITIES), pick(random, RATES)]
    const amount = roundExactly(multiplyExactly(quantity, unitPrice))
    return {
      description: pick(random, ['Pieces', 'Storage of a piece for a day', 'Lagerung & <Versand>']),
      quantity,
      unitPrice,
      amount,
    }
  })
  const discount = { description: 'Agreed', quantity: 1, unitPrice: -7, amount: -7 }
  const all = [{ description: 'Carriage', quantity: 1, unitPrice: 1000, amount: 1000 }, ...supplies, discount]
  const priced = all.map((each) => ({ ...each, ...tax }))
  const { taxAmounts } = computeTaxes(priced, { included: false })
  const [subtotal, taxTotal] = [sumAmounts(priced.map(({ amount }) => amount)), sumAmounts(taxAmounts)]
  const isCredit = random() < 0.3
  const invoice: StoredSelfBillingInvoice = {
    ...newRecord(ID),
    type: isCredit ? 'credit_note' : 'invoice',
    number: `SB-XRH7M2C4-2026-${i}`,
    ...{ partnerId: ID, partnerName: buyer.name, settlementId: ID, settlementNumber: `SET-2026-${i}` },
    ...{ correctsId: isCredit ? ID : null, correctedById: null, agreedOn: agreement.agreedOn },
    supplyPeriod: { from: '2026-02-01', to: '2026-02-28' },
    currency: pick(random, ['EUR', 'EUR', 'USD', 'JPY', 'PLN']),
    ...{ subtotal, taxTotal, grandTotal: subtotal + taxTotal, lineItemCount: priced.length },
    lines: priced.map((line, n) => ({ ...line, id: ID, taxAmount: taxAmounts[n] ?? 0 })),
    issuedAt: '2026-03-01T09:30:00.000Z',
  }
  const corrected = isCredit ? { number: `SB-XRH7M2C4-2026-0${i}`, issuedAt: '2026-02-15T09:30:00.000Z' } : undefined
  const bankAccount = random() < 0.7 ? { accountHolder: null, iban: 'AT611904300234573201', bic: null } : null
  const parties = exchangeParties({ seller, buyer }, { bankAccount } as StoredPartner)
  const billed = describeSelfBilling(invoice, corrected, { zone: 'Europe/Berlin', locale: 'de_DE' })
  return { invoice, seller, buyer, corrected, semantic: buildSemanticInvoice(billed, parties.seller, parties.buyer) }
}

type SelfBilled = ReturnType<typeof generate>

const generateMany = (count: number, format: 'facturx' | 'en16931-ubl'): SelfBilled[] => {
  const found: SelfBilled[] = []
  for (let i = 0; found.length < count; i++) {
    const made = generate(i, generateBilled(random, i))
    if (!findMissing(made.semantic, format).length) found.push(made)
  }
  return found
}

const fill = async (files: readonly (readonly [name: string, content: string | Buffer])[]) => {
  const folder = join(await ownFolder(), 'files')
  await mkdir(folder)
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)))
  return folder
}

const writeUblOf = ({ semantic }: SelfBilled) => writeUbl(semantic, SPECIFICATIONS['en16931-ubl'])
const writeCiiOf = ({ semantic }: SelfBilled) => writeCii(semantic, SPECIFICATIONS.facturx)

test.skipIf(!path)('every generated self-billing document is valid as EN 16931, of type 389 or 261', async () => {
  const documents = [...generateMany(DOCUMENTS / 2, 'en16931-ubl'), ...generateMany(DOCUMENTS / 2, 'facturx')]
  const files = documents.map((each, i): [string, string] =>
    i % 2 ? [`${i}.en16931-ubl.xml`, writeUblOf(each)] : [`${i}.facturx-xml.xml`, writeCiiOf(each)],
  )
  for (const [, xml] of files) expect(xml).toMatch(/TypeCode>(389|261)</)
  const { findings, count } = await validateFolder(path, await fill(files))
  expect(findings).toEqual([])
  expect(count).toBe(files.length)
})

test.skipIf(!path)('hybrids of self-billing documents are PDF/A-3', { timeout: 600_000 }, async () => {
  const files: [string, Buffer][] = []
  for (const [i, made] of generateMany(HYBRIDS, 'facturx').entries()) {
    const { invoice, seller, buyer, corrected } = made
    const partner = { ...buyer, locale: 'de_DE', billingContact: null }
    const issuer = { ...seller, website: null, logo: null, footer: null, colour: '#1F3A5F' }
    const stationery = { issuer, locale: 'de_DE', zone: 'Europe/Berlin', giroCode: false }
    const printed = layOutSelfBilling(invoice, partner, stationery, corrected?.number ?? null)
    files.push([`${i}.pdf`, await embedCii(await renderPdf(layOut(printed)), writeCiiOf(made))])
  }
  const { findings, count } = await validateFolder(path, await fill(files))
  expect(findings).toEqual([])
  expect(count).toBe(HYBRIDS)
})
