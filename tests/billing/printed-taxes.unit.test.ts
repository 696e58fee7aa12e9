import { describe, expect, it } from 'vitest'
import { layOut } from '../../lib/document/printing/layout.ts'
import { renderHtml } from '../../lib/document/printing/render-html.ts'
import { EXAMPLES } from '../document/examples.ts'

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

  it('shows the day of a supply that has no period', () => {
    const facts = [{ label: 'supplyDate', kind: 'date', value: '2026-02-10' }] as const
    expect(layOut({ ...EXAMPLES['invoice-taxes'], facts }).facts).toEqual([['Leistungsdatum', '10.02.2026']])
  })
})
