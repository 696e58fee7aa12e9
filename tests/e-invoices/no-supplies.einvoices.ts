import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSemanticInvoice } from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { explainLines } from '../../lib/billing/e-invoices/explain-lines.ts'
import { findMissing } from '../../lib/billing/e-invoices/find-missing.ts'
import { SPECIFICATIONS } from '../../lib/billing/e-invoices/syntax/specifications.ts'
import { writeCii } from '../../lib/billing/e-invoices/syntax/write-cii.ts'
import { writeUbl } from '../../lib/billing/e-invoices/syntax/write-ubl.ts'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '../../schemas/billing/sending/e-invoice.ts'
import { ownFolder } from '../support/folder.ts'
import { chance } from '../support/seed.ts'
import { findValidator, validateFolder } from './find-validator.ts'
import { generateBilled } from './generate-billed.ts'

const validator = await findValidator()
const path = 'path' in validator ? validator.path : ''

const random = chance()

/** Some of the generated parties lack what a format asks for. */
const TRIES = 50

const PLACE = {
  sellerCountry: 'DE',
  dispatchCountry: null,
  destination: { countryCode: 'DE', region: null, postalCode: null },
  buyerVatId: null,
  day: '2026-02-28',
}

const sold = (
  description: string,
  unitPrice: number,
  chargedRatePercent: number,
  lineKind: 'gift_card' | 'tip' | 'duty' | null,
) => ({
  ...{ description, unitPrice, quantity: 1, orderId: 'order' },
  supply: { dispatchCountry: null, destination: null, chargedRatePercent, lineKind },
})

/** An invoice of an order of goods, a gift card, a tip and duties, or of one that has no goods. */
const bill = (type: 'invoice' | 'credit_note', hasGoods: boolean) => {
  let made = 0
  const { lines, ...totals } = priceLines(
    [
      ...(hasGoods ? [sold('Tea', 1190, 19, null)] : []),
      sold('Gift card', 5000, 0, 'gift_card'),
      sold('Tip', 500, 0, 'tip'),
      sold('Duties', 450, 0, 'duty'),
    ],
    {
      taxRates: { rates: { standard: 19 }, defaultCategory: 'standard' },
      ...{ place: PLACE, pricesIncludeTax: true, newId: () => `line-${++made}` },
    },
  )
  const { billed, seller, buyer } = generateBilled(random, 1)
  const { taxTotal, grandTotal } = totals
  const own = { taxTotal, grandTotal, pricesIncludeTax: true, lines: explainLines(lines, 'de') }
  return buildSemanticInvoice({ ...billed, type, currency: 'EUR', deliverTo: null, ...own }, seller, buyer)
}

/** Writes an invoice as a format does, if it has all that this asks for. */
const write = (invoice: ReturnType<typeof bill>, format: EInvoiceFormat) => {
  if (findMissing(invoice, format).length) return []
  const specification = SPECIFICATIONS[format]
  const xml = specification.syntax === 'ubl' ? writeUbl(invoice, specification) : writeCii(invoice, specification)
  return [{ kind: format === 'facturx' ? 'facturx-xml' : format, xml }]
}

/** Writes in each format for the first of some generated parties that have all that it asks for. */
const writeEach = (name: string, ...given: Parameters<typeof bill>) =>
  E_INVOICE_FORMATS.map((format) => {
    const tries = Array.from({ length: TRIES }, () => write(bill(...given), format)).flat()
    return { kind: format as string, xml: '', ...tries[0], name }
  })

test.skipIf(!path)('what is no supply is valid beside goods and alone, and would not be as category O', async () => {
  const written = [
    ...writeEach('mixed', 'invoice', true),
    ...writeEach('alone', 'invoice', false),
    ...writeEach('credited', 'credit_note', true),
  ]
  const [mixed] = written.filter(({ kind }) => kind === 'en16931-ubl')
  const outside = { kind: 'en16931-ubl', name: 'outside', xml: mixed?.xml.replaceAll('<cbc:ID>E<', '<cbc:ID>O<') ?? '' }
  const folder = join(await ownFolder(), 'files')
  await mkdir(folder)
  const files = [...written, outside]
  await Promise.all(files.map(({ name, kind, xml }) => writeFile(join(folder, `${name}.${kind}.xml`), xml)))
  const { findings, count } = await validateFolder(path, folder)
  expect(count).toBe(files.length)
  const isOutside = (finding: string) => finding.startsWith('outside.')
  expect(findings.filter((finding) => !isOutside(finding))).toEqual([])
  // "shall not contain another VAT breakdown group"
  expect(findings.filter(isOutside).join('\n')).toContain('BR-O-11')
})
