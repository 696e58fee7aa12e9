import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxRates } from '../../lib/billing/tax.ts'
import { decideTax, type TaxFacts } from '../../lib/billing/taxes/decide-tax.ts'
import { findVatArea } from '../../lib/billing/taxes/vat-area.ts'
import { TAX_RULES, TAXED_KINDS, type TaxRule } from '../../schemas/billing/tax.ts'

// Rates are those of the page "VAT rates applied in the Member States of the European Union" of the European Commission.
const since = (ratePercent: number, validFrom = '2014-01-01') => ({ ratePercent, validFrom })
const ALL: readonly TaxRule[] = TAX_RULES
const RATES: TaxRates = {
  rates: { standard: 19, reduced: 7 },
  categories: {
    ic: { kind: 'intra_community' },
    medical: { kind: 'exempt', reason: 'Medical' },
    books: { kind: 'reduced' },
  },
  defaultCategory: 'standard',
  byCountry: {
    AT: { standard: [since(20)], reduced: [since(10)] },
    FR: { standard: [since(20)], books: [since(5.5)] },
    IE: { standard: [since(23)], books: [since(0)] },
    PL: { standard: [since(23)] },
    GB: { standard: [since(20)] },
    FI: {
      standard: [{ ratePercent: 24, validFrom: '2013-01-01', validUntil: '2024-08-31' }, since(25.5, '2024-09-01')],
    },
    // Germany lowered its rate for the second half of 2020.
    DE: { standard: [{ ratePercent: 16, validFrom: '2020-07-01', validUntil: '2020-12-31' }] },
  },
}

const to = (countryCode: string | null, postalCode: string | null = null, region: string | null = null) => ({
  destination: { countryCode, region, postalCode },
})

const ask = (facts: Partial<TaxFacts>, rules: readonly TaxRule[] = ALL, rates: TaxRates = RATES) =>
  decideTax(
    {
      sellerCountry: 'DE',
      dispatchCountry: null,
      destination: { countryCode: 'DE', region: null, postalCode: null },
      buyerVatId: null,
      supplyType: 'goods',
      taxCategoryId: null,
      ratePercent: null,
      lineKind: null,
      day: '2026-11-27',
      ...facts,
    },
    { ...rates, rules },
  )

/** Names a decision as kind, rate and country, with what else is not as usual. */
const name = ({ tax, registrationCountry }: ReturnType<typeof decideTax>) =>
  [
    `${tax.taxKind} ${tax.taxRatePercent}`,
    tax.taxCountry && `of ${tax.taxCountry}`,
    tax.oneStopShop && 'by OSS',
    tax.dispatchCountry && `from ${tax.dispatchCountry}`,
    tax.taxDoubt,
    registrationCountry && `register in ${registrationCountry}`,
  ]
    .filter(Boolean)
    .join(', ')

// Sources of the expected values:
// [138] "Article 138 VAT Directive: Intra-Community Supply Exemption" and "Sec. 23 Intra-Community Supplies" of the Irish Revenue.
// [HMRC] "VEXP20500 - Basic principles: Use of customer's EU VAT number": an id of any other member state will do.
// [33] "EU tax reference" of Shopify's help: consumers in other member states pay the rate of the destination, or that of the
//      origin below the threshold. [OSS] "Die OSS-Meldung mit DATEV: Licht in den Kontendschungel": only distance sales are in it.
// [196] "Place of supply and cross-border sales": services to businesses of other member states, reverse charge.
// [TS] "Territorial status of EU countries and certain territories" of the European Commission. [XI] the vote on the directive
//      on the prefix XI: Northern Ireland belongs to the Union for goods only.
// [146] article 146 of directive 2006/112/EC, exports. [203] article 203: whoever enters a tax on an invoice owes it.
const ROWS: readonly [facts: Partial<TaxFacts>, expected: string, source: string][] = [
  // At home
  [{}, 'standard 19', 'home'],
  [{ taxCategoryId: 'reduced' }, 'reduced 7', 'home'],
  [{ buyerVatId: 'DE811128135' }, 'standard 19', '[138]'],
  [{ buyerVatId: 'FR40303265045' }, 'standard 19', '[138] the goods stay in the country'],
  [{ supplyType: null, ...to('DE') }, 'standard 19', 'home, whatever is supplied'],
  [{ day: '2020-06-30' }, 'standard 19', 'validity'],
  [{ day: '2020-07-01' }, 'standard 16', 'validity'],
  [{ day: '2020-12-31' }, 'standard 16', 'validity'],
  [{ day: '2021-01-01' }, 'standard 19', 'validity'],
  // Goods to businesses in other members
  [{ ...to('AT'), buyerVatId: 'ATU12345675' }, 'intra_community 0', '[138]'],
  [{ ...to('GR'), buyerVatId: 'EL123456783' }, 'intra_community 0', '[138] Greece has EL'],
  [{ ...to('FR'), buyerVatId: 'NL123456789B01' }, 'intra_community 0', '[HMRC]'],
  [{ ...to('FR'), buyerVatId: 'DE811128135' }, 'standard 19', '[138] an id of the member where they leave'],
  [{ ...to('FR'), buyerVatId: 'CHE123456788' }, 'standard 19, BUYER_OUTSIDE_UNION', '[138] no id of the Union'],
  [{ ...to('FR'), buyerVatId: 'FR123' }, 'standard 19, BUYER_OUTSIDE_UNION', '[138] no id at all'],
  [{ ...to('GB', 'BT1 5GS'), buyerVatId: 'XI123456789' }, 'intra_community 0', '[XI]'],
  [{ ...to('AT'), buyerVatId: 'ATU12345675', taxCategoryId: 'reduced' }, 'intra_community 0', '[138]'],
  // Goods to consumers in other members
  [to('AT'), 'standard 20, of AT, by OSS, from DE', '[33]'],
  [{ ...to('AT'), taxCategoryId: 'reduced' }, 'reduced 10, of AT, by OSS, from DE', '[33]'],
  [{ ...to('FR'), taxCategoryId: 'books' }, 'reduced 5.5, of FR, by OSS, from DE', '[33]'],
  [{ ...to('IE'), taxCategoryId: 'books' }, 'zero 0, of IE, by OSS, from DE', '[33] printed books in Ireland'],
  [{ ...to('FI'), day: '2024-08-31' }, 'standard 24, of FI, by OSS, from DE', '[33] validity'],
  [{ ...to('FI'), day: '2024-09-01' }, 'standard 25.5, of FI, by OSS, from DE', '[33] validity'],
  [{ ...to('FI'), day: '2012-12-31' }, 'standard 19, RATE_UNKNOWN', '[33] no rate on that day'],
  [to('IT'), 'standard 19, RATE_UNKNOWN', '[33] no rate of the country'],
  [{ ...to('FR'), taxCategoryId: 'reduced' }, 'reduced 7, RATE_UNKNOWN', '[33] no rate of the category'],
  [to('MC'), 'standard 20, of FR, by OSS, from DE', '[TS] Monaco is treated as France'],
  [to('GB', 'BT15GS'), 'standard 20, of GB, by OSS, from DE', '[XI]'],
  [to('GB', null, 'NIR'), 'standard 20, of GB, by OSS, from DE', '[XI]'],
  // Stock abroad
  [
    { dispatchCountry: 'AT', ...to('AT') },
    'standard 20, of AT, from AT, register in AT',
    '[OSS] a domestic sale there',
  ],
  [{ dispatchCountry: 'PL', ...to('FR') }, 'standard 20, of FR, by OSS, from PL', '[OSS]'],
  [{ dispatchCountry: 'PL' }, 'standard 19, of DE, by OSS, from PL', '[OSS] to a consumer at home'],
  [
    { dispatchCountry: 'PL', ...to('FR'), buyerVatId: 'PL1234567890' },
    'standard 23, of PL, from PL, register in PL',
    '[138] an id of the member where they leave',
  ],
  [
    { dispatchCountry: 'PL', ...to('DE'), buyerVatId: 'DE811128135' },
    'intra_community 0, from PL, register in PL',
    '[138] the id is of another member than Poland',
  ],
  // Out of the Union
  [to('CH'), 'export 0', '[146]'],
  [{ ...to('CH'), buyerVatId: 'CHE123456788' }, 'export 0', '[146]'],
  [to('GB', 'SW1A 1AA'), 'export 0', '[XI] Great Britain'],
  [to('ES', '35001'), 'export 0', '[TS] Canary Islands'],
  [to('ES', '38001'), 'export 0', '[TS] Canary Islands'],
  [to('ES', null, 'ES-GC'), 'export 0', '[TS] Canary Islands'],
  [to('ES', '51001'), 'export 0', '[TS] Ceuta'],
  [to('ES', '52001'), 'export 0', '[TS] Melilla'],
  [to('FI', '22100'), 'export 0', '[TS] Åland'],
  [to('AX'), 'export 0', '[TS] Åland'],
  [to('DE', '78266'), 'export 0', '[TS] Büsingen'],
  [to('DE', '27498'), 'export 0', '[TS] Heligoland'],
  [to('IT', '23041'), 'export 0', '[TS] Livigno'],
  [to('IT', '22061'), 'export 0', "[TS] Campione d'Italia"],
  [to('GR', '630 86'), 'export 0', '[TS] Mount Athos'],
  [to('GP', '97110'), 'export 0', '[TS] Guadeloupe'],
  [to('FR', '97400'), 'export 0', '[TS] Réunion'],
  [to('FR', '98000'), 'standard 20, of FR, by OSS, from DE', '[TS] Monaco'],
  [to('GI'), 'export 0', '[TS] Gibraltar'],
  [{ ...to('ES', '35001'), buyerVatId: 'ESB12345674' }, 'export 0', '[TS] [146]'],
  // Services
  [{ ...to('FR'), supplyType: 'services', buyerVatId: 'FR40303265045' }, 'reverse_charge 0', '[196]'],
  [{ ...to(null), supplyType: 'services', buyerVatId: 'FR40303265045' }, 'reverse_charge 0', '[196]'],
  [{ ...to('FR'), supplyType: 'services', buyerVatId: 'DE811128135' }, 'standard 19', '[196] a business at home'],
  [{ ...to('FR'), supplyType: 'services' }, 'standard 19', '[196] consumers pay the tax of the seller'],
  [{ ...to('GB', 'BT1 5GS'), supplyType: 'services', buyerVatId: 'XI123456789' }, 'standard 19', '[XI] for goods only'],
  // What cannot be decided
  [to(null), 'standard 19, DESTINATION_UNKNOWN', 'nothing says where'],
  [{ destination: null }, 'standard 19, DESTINATION_UNKNOWN', 'nothing says where'],
  [{ sellerCountry: null, ...to('FR') }, 'standard 19, SELLER_COUNTRY_UNKNOWN', 'nothing says whence'],
  [{ supplyType: null, ...to('AT') }, 'standard 19, SUPPLY_TYPE_UNKNOWN', '[33] [196] differ'],
  [
    { supplyType: null, ...to('AT'), buyerVatId: 'ATU12345675' },
    'standard 19, SUPPLY_TYPE_UNKNOWN',
    '[138] [196] differ',
  ],
  // Kinds of the tenant's own
  [{ taxCategoryId: 'medical', ...to('AT') }, 'exempt 0', 'the category says so'],
  [{ taxCategoryId: 'ic' }, 'intra_community 0', 'the category says so; a check before issuing refuses it'],
  // Rates that a shop charged
  [{ ratePercent: 19 }, 'standard 19', 'as expected'],
  [{ ratePercent: 16 }, 'standard 16', 'the buyer has paid it'],
  [{ ratePercent: 0 }, 'zero 0, RATE_UNEXPLAINED', 'nothing says why'],
  [{ ...to('AT'), ratePercent: 20 }, 'standard 20, of AT, by OSS, from DE', '[33]'],
  [{ ...to('AT'), ratePercent: 19 }, 'standard 19, of AT, by OSS, from DE', 'the buyer has paid it'],
  [{ ...to('IT'), ratePercent: 22 }, 'standard 22, of IT, by OSS, from DE', '[33] a rate that no table has'],
  [{ ...to('AT'), ratePercent: 0 }, 'zero 0, of AT, by OSS, from DE, RATE_UNEXPLAINED', 'nothing says why'],
  [{ ...to('AT'), buyerVatId: 'ATU12345675', ratePercent: 0 }, 'intra_community 0', '[138]'],
  [{ ...to('AT'), buyerVatId: 'ATU12345675', ratePercent: 19 }, 'standard 19', '[203]'],
  [{ ...to('CH'), ratePercent: 0 }, 'export 0', '[146]'],
  [{ ...to('CH'), ratePercent: 19 }, 'standard 19', '[203]'],
  [{ ...to(null), ratePercent: 20 }, 'standard 20, DESTINATION_UNKNOWN', 'the buyer has paid it'],
  [{ taxCategoryId: 'medical', ratePercent: 19 }, 'standard 19', '[203]'],
]

describe('the tax of a supply by all rules', () => {
  it.each(ROWS)('%j is %s (%s)', (facts, expected) => {
    expect(name(ask(facts))).toBe(expected)
  })
})

const K = { ...to('AT'), buyerVatId: 'ATU12345675' }
const SERVICE = { ...to('AT'), buyerVatId: 'ATU12345675', supplyType: 'services' } as const

describe('a rule that is off', () => {
  it.each([
    ['intra_community', K, 'intra_community 0', 'standard 19'],
    ['reverse_charge', SERVICE, 'reverse_charge 0', 'standard 19'],
    ['export', to('CH'), 'export 0', 'standard 19'],
    // Whoever has rates of a country without the one-stop shop is registered there.
    ['one_stop_shop', to('AT'), 'standard 20, of AT, by OSS, from DE', 'standard 20, of AT, register in AT'],
    ['one_stop_shop', to('IT'), 'standard 19, RATE_UNKNOWN', 'standard 19'],
  ] as const)('does not apply: %s', (rule, facts, on, off) => {
    const others = ALL.filter((each) => each !== rule)
    expect([name(ask(facts)), name(ask(facts, others))]).toEqual([on, off])
  })

  it('leaves everything as the categories say, if there are no rates of other countries either', () => {
    const plain = { rates: RATES.rates, categories: RATES.categories ?? {}, defaultCategory: 'standard' }
    for (const [facts] of ROWS.filter(([{ ratePercent }]) => ratePercent === undefined)) {
      const { tax, registrationCountry } = ask(facts, [], plain)
      expect(tax).toMatchObject({ taxCountry: null, oneStopShop: false, dispatchCountry: null, taxDoubt: null })
      expect(registrationCountry).toBeNull()
      if (TAXED_KINDS.includes(tax.taxKind)) expect([7, 19]).toContain(tax.taxRatePercent)
    }
  })

  it('lets a country without rates have those of the tenant', () => {
    expect(name(ask(to('IT'), []))).toBe('standard 19')
    expect(name(ask({ dispatchCountry: 'IT', ...to('IT') }, []))).toBe('standard 19, register in IT')
    expect(name(ask(to('AT'), []))).toBe('standard 20, of AT, register in AT')
    expect(name(ask({ ...to('FR'), taxCategoryId: 'reduced' }, []))).toBe('reduced 7, RATE_UNKNOWN, register in FR')
  })
})

describe('any supply', () => {
  const anyFacts = fc.record({
    sellerCountry: fc.constantFrom('DE', 'AT', 'GR', 'CH', null),
    dispatchCountry: fc.constantFrom('DE', 'PL', 'CH', 'GB', null),
    destination: fc.record({
      countryCode: fc.constantFrom('DE', 'AT', 'FR', 'GR', 'GB', 'CH', 'MC', 'ES', null),
      region: fc.constantFrom(null, 'NIR', 'ES-GC'),
      postalCode: fc.constantFrom(null, '35001', 'BT1 1AA', '78266'),
    }),
    buyerVatId: fc.constantFrom(null, 'DE811128135', 'ATU12345675', 'EL123456783', 'XI123456789', 'CHE123456788', 'x'),
    supplyType: fc.constantFrom('goods' as const, 'services' as const, null),
    taxCategoryId: fc.constantFrom(null, 'standard', 'reduced', 'medical', 'books', '__proto__'),
    ratePercent: fc.option(fc.constantFrom(0, 7, 19, 20)),
    day: fc.constantFrom('2012-01-01', '2020-08-01', '2026-11-27'),
  })

  it('has the rate that the shop charged, a rate above 0 only if it is taxed, and never K or AE at home', () => {
    fc.assert(
      fc.property(anyFacts, fc.subarray([...TAX_RULES]), (facts, rules) => {
        const { tax } = ask(facts, rules)
        expect(TAXED_KINDS.includes(tax.taxKind)).toBe(tax.taxRatePercent > 0)
        if (facts.ratePercent) expect(tax.taxRatePercent).toBe(facts.ratePercent)
        const from = facts.dispatchCountry ?? facts.sellerCountry
        const start = findVatArea({ countryCode: from, region: null, postalCode: null })?.member
        const end = findVatArea(facts.destination)?.member
        if (tax.taxKind === 'intra_community') {
          expect(start).toBeTruthy()
          expect(end).toBeTruthy()
          expect(end).not.toBe(start)
          expect(facts.buyerVatId?.startsWith(String(start))).toBe(false)
        }
        if (tax.taxKind === 'reverse_charge')
          expect(facts.buyerVatId?.startsWith(facts.sellerCountry === 'GR' ? 'EL' : `${facts.sellerCountry}`)).toBe(
            false,
          )
        if (tax.taxKind === 'export') expect([start === null, end]).toEqual([false, null])
      }),
      { numRuns: 2000 },
    )
  })
})
