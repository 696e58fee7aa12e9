import { describe, expect, it } from 'vitest'
import { layOutBilled } from '../../lib/billing/lay-out-billed.ts'
import { AT_HOME } from '../../lib/billing/tax.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import { renderHtml } from '../../lib/document/printing/render-html.ts'
import { EXAMPLES } from '../document/examples.ts'

type Line = Parameters<typeof layOutBilled>[0]['lineItems'][number]

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s/g, ' ')

describe('a printed invoice', () => {
  it('shows base and tax of each rate, what is not taxed, and the reason of that', () => {
    const { sums, remarks, facts, issuer } = layOut(EXAMPLES['invoice-taxes'])
    expect(sums.map(({ label, amount }) => [plain(label), plain(amount)])).toEqual([
      ['Zwischensumme', '663,70'],
      ['Umsatzsteuer 19 % auf 174,00', '33,06'],
      ['Umsatzsteuer 7 % auf 89,70', '6,28'],
      ['Steuerfrei: 400,00', '0,00'],
      ['Gesamtbetrag', '703,04 €'],
    ])
    expect(remarks).toEqual(['Steuerfrei: § 4 Nr. 12 UStG'])
    expect(facts).toContainEqual(['Zeitraum', '01.02.2026 – 28.02.2026'])
    expect(facts).toContainEqual(['Ihre USt-IdNr.', 'DE987654321'])
    expect(issuer.ids.slice(0, 2)).toEqual(['USt-IdNr.: DE123456789', 'Steuernummer: 22/815/08154'])
  })

  it.each([
    ['ar_KW', 'احتساب عكسي للضريبة'],
    ['de_DE', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['en_IE', 'Reverse charge'],
    ['es_ES', 'Inversión del sujeto pasivo'],
    ['fr_FR', 'Autoliquidation'],
    ['it_IT', 'Inversione contabile'],
    ['ja_JP', 'リバースチャージ'],
    ['nl_NL', 'Btw verlegd'],
    ['pl_PL', 'Odwrotne obciążenie'],
    ['pt_PT', 'IVA – autoliquidação'],
    ['sv_SE', 'Reverse charge'],
  ])('says in %s that the buyer owes the tax, as PDF and as page', (locale, remark) => {
    const layout = layOut({ ...EXAMPLES['invoice-reverse-charge'], locale })
    expect(layout.remarks).toEqual([remark])
    expect(layout.sums).toHaveLength(1)
    expect(renderHtml(layout)).toContain(remark)
  })

  // The words of the VAT laws for a multi-purpose voucher, such as section 3 (13) UStG and article 256 ter of the CGI.
  it.each([
    ['ar_KW', 'قسيمة متعددة الأغراض', 'إكرامية', 'نيابة عن العميل'],
    ['de_DE', 'Mehrzweckgutschein', 'Trinkgeld', 'Durchlaufender Posten'],
    ['en_IE', 'Multi-purpose voucher', 'Tip', 'Disbursement'],
    ['es_ES', 'Bono polivalente', 'Propina', 'Suplido'],
    ['fr_FR', 'Bon à usages multiples', 'Pourboire', 'Débours'],
    ['it_IT', 'Buono multiuso', 'Mancia', 'Anticipazione'],
    ['ja_JP', '多目的バウチャー', 'チップ', '立替金'],
    ['nl_NL', 'Voucher voor meervoudig gebruik', 'Fooi', 'Doorlopende post'],
    ['pl_PL', 'Bon różnego przeznaczenia', 'Napiwek', 'Wydatek w imieniu nabywcy'],
    ['pt_PT', 'Vale de finalidade múltipla', 'Gorjeta', 'Despesa por conta do cliente'],
  ])('says in %s what is no supply, each with its sum and its reason', (locale, ...words) => {
    const kinds = ['voucher', 'tip', 'disbursement'] as const
    const sums = kinds.map((kind) => ({ label: 'noTaxOn', kind, base: 5000, amount: 0 }) as const)
    const remarks = kinds.map((label) => ({ label, text: null }))
    const layout = layOut({ ...EXAMPLES['invoice-taxes'], locale, sums, remarks })
    for (const [i, word] of words.entries()) {
      expect(plain(layout.sums[i]?.label ?? '')).toContain(word)
      expect(layout.remarks[i]).toContain(word)
    }
  })

  it.each([
    ['ar_KW', 'ضريبة ٢٠٪\u061c (النمسا)'],
    ['de_DE', 'Umsatzsteuer 20 % (Österreich)'],
    ['en_IE', 'Tax 20% (Austria)'],
    ['es_ES', 'IVA 20 % (Austria)'],
    ['fr_FR', 'TVA 20 % (Autriche)'],
    ['it_IT', 'IVA 20% (Austria)'],
    ['ja_JP', '消費税 20%（オーストリア）'],
    ['nl_NL', 'Btw 20% (Oostenrijk)'],
    ['pl_PL', 'VAT 20% (Austria)'],
    ['pt_PT', 'IVA 20% (Áustria)'],
  ])('says in %s whose tax it is, if it is not the seller’s', (locale, expected) => {
    const sums = [{ label: 'taxAtRate', percent: 20, amount: 2000, country: 'AT' }] as const
    expect(layOut({ ...EXAMPLES['invoice-taxes'], locale, sums }).sums.map(({ label }) => plain(label))).toEqual([
      expected,
    ])
  })

  it('has a sum for each rate of a country', () => {
    const tax = { taxCategoryId: 'standard', taxReason: null, taxReasonCode: null, ...AT_HOME }
    const line = (taxRatePercent: number, taxCountry: string | null, amount: number): Line => ({
      ...{ description: 'Tea', quantity: 1, unitPrice: amount, amount, taxAmount: (amount * taxRatePercent) / 100 },
      ...{ ...tax, taxRatePercent, taxKind: 'standard', taxCountry },
    })
    const lineItems = [line(20, 'AT', 1000), line(20, 'FR', 2000), line(19, null, 100), line(20, 'AT', 500)]
    const partner = { name: 'x', locale: 'de_DE', billingContact: null, address: null, taxId: null }
    const issuer = { ...EXAMPLES['invoice-taxes'].issuer }
    const stationery = { issuer, locale: 'de_DE', zone: 'UTC', giroCode: false }
    const billed = {
      ...{ currencyCode: 'EUR', pricesIncludeTax: false, subtotal: 3600, taxTotal: 719, grandTotal: 4319, lineItems },
      ...{ issuedAt: null, createdAt: '2026-03-01T09:30:00.000Z' },
    }
    const { sums } = layOutBilled(billed, partner, stationery, { facts: [], totalLabel: 'total', isDetailed: true })
    expect(sums.map(({ percent, country, base, amount }) => [percent, country, base, amount])).toEqual([
      [undefined, undefined, undefined, 3600],
      [20, 'AT', 1500, 300],
      [20, 'FR', 2000, 400],
      [19, undefined, 100, 19],
      [undefined, undefined, undefined, 4319],
    ])
  })

  it('shows the day of a supply that has no period', () => {
    const facts = [{ label: 'supplyDate', kind: 'date', value: '2026-02-10' }] as const
    expect(layOut({ ...EXAMPLES['invoice-taxes'], facts }).facts).toEqual([['Leistungsdatum', '10.02.2026']])
  })
})
