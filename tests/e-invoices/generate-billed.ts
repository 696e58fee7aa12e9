import { type Credit, computeCredit } from '../../lib/billing/credit-notes/compute-credit.ts'
import type { BilledData, BuyerData, SellerData } from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { explainLines } from '../../lib/billing/e-invoices/explain-lines.ts'
import { priceLines, type UnpricedLine } from '../../lib/billing/invoices/invoice.ts'
import type { TaxRates } from '../../lib/billing/tax.ts'
import type { SupplyPlace } from '../../lib/billing/taxes/supply-place.ts'
import { sumAmounts } from '../../lib/platform/money/amounts.ts'
import { Problem } from '../../lib/platform/problem.ts'
import type { LineItemInput } from '../../schemas/billing/invoice.ts'
import { NO_SUPPLY_KINDS, NO_SUPPLY_LINE_KINDS, TAX_RULES, type TaxKind } from '../../schemas/billing/tax.ts'
import { priceOrders } from './generate-orders.ts'

export interface Generated {
  billed: BilledData
  seller: SellerData
  buyer: BuyerData
}

export type Chance = () => number

export const pick = <T>(chance: Chance, values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T
const between = (chance: Chance, from: number, to: number) => from + Math.floor(chance() * (to - from + 1))

const NAMES = [
  'Teehaus am Markt KG',
  'Müller & Söhne <GmbH>',
  'Café "Żółw" \u0007Sp. z o.o.',
  '株式会社お茶の水商店',
  'شركة الخليج للتجارة',
  'חברת התה בע״מ',
  'Ελληνικό Τσάι ΑΕ',
  'Tea 🍵 Traders',
  'ООО «Чай»',
]
const DESCRIPTIONS = [...NAMES, 'Storage, 12 pallets', 'Lagerung & Versand', 'x'.repeat(400), '\u202Eabc\u202C', ']]>']

/** Rates by the names of categories; the others have none. */
const RATES = { standard: 19, reduced: 7, odd: 7.6, tiny: 0.5, french: 5.5, full: 25 }
const TAX_RATES: TaxRates = {
  rates: RATES,
  categories: {
    exempt: { reason: 'Exempt under section 4 no. 8 & others' },
    export: { reason: 'Goods leave the customs territory' },
  },
  defaultCategory: 'standard',
}
const TAXED = Object.keys(RATES)
const UNTAXED: readonly TaxKind[] = [
  ...(['zero', 'exempt', 'reverse_charge', 'intra_community', 'export', 'outside_scope'] as const),
  ...NO_SUPPLY_KINDS,
]
/** Kinds that occur beside others in one invoice. */
const MIXED: readonly TaxKind[] = UNTAXED.filter((kind) => kind !== 'outside_scope')

const aQuantity = (chance: Chance) =>
  pick(chance, [1, 1, 2, 3, between(chance, 1, 1000), 0.333333, 0.5, 0.000001, 2.5, 1234.567, 999_999.999999])

const aPrice = (chance: Chance) =>
  pick(chance, [
    0,
    1,
    33,
    50,
    99,
    between(chance, 1, 100_000),
    between(chance, 1, 100_000),
    761_250,
    -between(chance, 1, 500),
  ])

const buildLines = (chance: Chance, categories: readonly string[]): LineItemInput[] => {
  const count = pick(chance, [1, 1, 2, 3, 5, 8, 40])
  return Array.from({ length: count }, () => ({
    description: pick(chance, DESCRIPTIONS),
    quantity: aQuantity(chance),
    unitPrice: aPrice(chance),
    reference: chance() < 0.3 ? `Order ${between(chance, 1, 999)}` : null,
    taxCategoryId: pick(chance, categories),
  }))
}

const chooseCategories = (chance: Chance): readonly string[] => {
  const dice = chance()
  if (dice < 0.4) return [pick(chance, TAXED)]
  if (dice < 0.6) return TAXED
  if (dice < 0.8) return [pick(chance, UNTAXED)]
  return [...TAXED, ...MIXED]
}

const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]

/** Rates and rules by which the taxes of an invoice depend on where it goes. Two countries have the same rate. */
const RULED_RATES: TaxRates = {
  ...TAX_RATES,
  byCountry: {
    AT: { standard: since(20), reduced: since(10) },
    FR: { standard: since(20), reduced: since(5.5) },
    PL: { standard: since(23), reduced: since(8) },
  },
  rules: TAX_RULES,
}

const DELIVERY = { line1: 'Werkstraße 7', city: 'Wien' }

/** What shops charge: a rate, none on what may be no supply, or nobody knows. */
const CHARGES = [
  { chargedRatePercent: null, lineKind: null },
  { chargedRatePercent: 20, lineKind: null },
  ...NO_SUPPLY_LINE_KINDS.map((lineKind) => ({ chargedRatePercent: 0, lineKind })),
]

const choosePlace = (chance: Chance): SupplyPlace => ({
  sellerCountry: 'DE',
  dispatchCountry: pick(chance, [null, null, 'PL']),
  destination: {
    countryCode: pick(chance, ['DE', 'AT', 'FR', 'CH']),
    region: null,
    postalCode: pick(chance, ['78266', '1010']),
  },
  buyerVatId: pick(chance, [null, 'ATU12345675']),
  day: '2026-02-28',
})

/** Some lines bill orders that go elsewhere, or services. */
const placeLines = (chance: Chance, given: readonly LineItemInput[]): UnpricedLine[] =>
  given.map((line) => ({
    ...line,
    supplyType: pick(chance, ['goods', 'goods', 'services'] as const),
    supply:
      chance() < 0.3
        ? {
            dispatchCountry: null,
            destination: { countryCode: pick(chance, ['AT', 'FR']), region: null, postalCode: null },
            ...pick(chance, CHARGES),
          }
        : null,
  }))

/** Prices lines until they make an invoice that can be issued. */
const priceIssuable = (chance: Chance) => {
  const pricesIncludeTax = chance() < 0.5
  const placed = chance() < 0.4 ? choosePlace(chance) : undefined
  const categories = placed ? ['standard', 'reduced'] : chooseCategories(chance)
  let made = 0
  for (;;) {
    const given = buildLines(chance, categories)
    const newId = () => `line-${++made}`
    const priced = placed
      ? priceLines(placeLines(chance, given), { taxRates: RULED_RATES, place: placed, pricesIncludeTax, newId })
      : priceLines(given, { taxRates: TAX_RATES, pricesIncludeTax, newId })
    const deliverTo = placed ? { ...DELIVERY, ...placed.destination } : null
    if (priced.grandTotal >= 0) return { ...priced, pricesIncludeTax, deliverTo }
  }
}

const COUNTRIES = ['DE', 'DE', 'AT', 'FR', 'PL', 'GR', 'CH', 'US', 'NL']
const VAT_IDS: Record<string, string> = {
  DE: 'DE 123 456 789',
  AT: 'ATU12345678',
  FR: 'FR12345678901',
  PL: 'PL1234567890',
  GR: 'GR123456789',
  NL: 'NL123456789B01',
}

const buildSeller = (chance: Chance): SellerData => ({
  name: pick(chance, NAMES),
  address: {
    line1: pick(chance, ['Speicherstadt 12', 'Rue de l’Église 3', '千代田区丸の内1-9-1']),
    line2: pick(chance, [null, 'Hinterhaus & Hof']),
    postalCode: '20457',
    city: 'Hamburg',
    region: pick(chance, [null, 'HH']),
    countryCode: 'DE',
  },
  taxId: pick(chance, ['DE123456789', 'DE 987 654 321']),
  vatId: null,
  registration: pick(chance, [null, 'HRB 123456']),
  contactName: 'Buchhaltung',
  phone: '+49 40 1234560',
  email: 'books@nordlicht.example',
  electronicAddress: pick(chance, [null, { scheme: '9930', id: 'DE123456789' }]),
  bankAccount: {
    accountHolder: pick(chance, [null, 'Nordlicht & Co']),
    iban: 'DE02120300000000202051',
    bic: pick(chance, [null, 'BYLADEM1001']),
  },
})

const buildBuyer = (chance: Chance): BuyerData => {
  const countryCode = pick(chance, COUNTRIES)
  return {
    name: pick(chance, NAMES),
    address: { line1: 'Marktplatz 3', postalCode: '04109', city: pick(chance, ['Leipzig', 'Αθήνα']), countryCode },
    // Categories that need a VAT id of the buyer occur with any country.
    taxId: VAT_IDS[countryCode] ?? 'FR98765432109',
    vatId: null,
    electronicAddress: pick(chance, [null, { scheme: '0204', id: '04011000-1234512345-06' }]),
    contact: { name: pick(chance, [null, 'Frau Gęślicka']), email: 'einkauf@teehaus.example' },
    reference: '04011000-1234512345-06',
  }
}

const ORDERS_SHARE = 0.4

type Source = Parameters<typeof computeCredit>[0]

/** Credits an amount that names no line, or what such a credit leaves of the invoice. */
const creditAmount = (chance: Chance, source: Source): Credit => {
  const most = sumAmounts(
    source.lines.map(({ amount, taxAmount }) => (source.invoice.pricesIncludeTax ? amount + taxAmount : amount)),
  )
  const unitPrice = between(chance, 1, most)
  const credit = computeCredit(source, [{ description: 'Goodwill', quantity: 1, unitPrice }])
  const credited = credit.grandTotal
  if (chance() < 0.5 || credited >= source.invoice.grandTotal) return credit
  return computeCredit({ ...source, invoice: { ...source.invoice, credited }, credited: credit.credited }, null)
}

/** Discounts of one tax can make less of an invoice creditable at others than an amount needs. */
const orRest = (source: Source, credit: () => Credit): Credit => {
  try {
    return credit()
  } catch (error) {
    if (error instanceof Problem) return computeCredit(source, null)
    throw error
  }
}

/** Generates an invoice, or a credit note for a part or the rest of one. */
export const generateBilled = (chance: Chance, i: number): Generated => {
  const isOfOrders = chance() < ORDERS_SHARE
  const { lines, pricesIncludeTax, deliverTo, ...totals } = isOfOrders
    ? priceOrders(chance, RULED_RATES)
    : priceIssuable(chance)
  const locale = pick(chance, ['de', 'en', 'ar', 'ja'])
  const currency = pick(chance, ['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'PLN', 'CHF'])
  const billed: BilledData = {
    type: 'invoice',
    number: `INV-2026/${i}`,
    issuedOn: '2026-03-01',
    dueOn: '2026-03-31',
    currency,
    note: pick(chance, [null, 'Thank you\nfor <your> order & patience']),
    paymentTerms: null,
    preceding: null,
    supply: pick(chance, [{ on: '2026-02-28' }, { from: '2026-02-01', to: '2026-02-28' }]),
    deliverTo,
    pricesIncludeTax,
    taxTotal: totals.taxTotal,
    grandTotal: totals.grandTotal,
    lines: explainLines(lines, locale),
  }
  const parties = { seller: buildSeller(chance), buyer: buildBuyer(chance) }
  if (chance() < 0.7 || totals.grandTotal <= 0) return { billed, ...parties }
  const creditable = lines.filter(({ quantity, amount, unitPrice }) => quantity >= 1 && amount > 0 && unitPrice > 0)
  const part = creditable
    .filter(() => chance() < 0.6)
    .map(({ id, quantity }) => ({ originalLineItemId: id, quantity: Math.min(quantity, between(chance, 1, 3)) }))
  const source = { invoice: { grandTotal: totals.grandTotal, credited: 0, pricesIncludeTax }, lines, credited: {} }
  const credit =
    chance() < 0.4
      ? orRest(source, () => creditAmount(chance, source))
      : computeCredit(source, isWithin(part, lines, totals.grandTotal) ? part : null)
  return {
    billed: {
      ...billed,
      type: 'credit_note',
      number: `CN-2026/${i}`,
      dueOn: null,
      paymentTerms: `For invoice ${billed.number}`,
      preceding: { number: billed.number, issuedOn: billed.issuedOn },
      taxTotal: credit.taxTotal,
      grandTotal: credit.grandTotal,
      lines: explainLines(credit.lines, locale),
    },
    ...parties,
  }
}

/** Discounts of the invoice can make its total less than that of some of its lines, which then cannot be credited. */
const isWithin = (
  part: readonly { originalLineItemId: string; quantity: number }[],
  lines: readonly { id: string; unitPrice: number; taxRatePercent: number }[],
  total: number,
) => {
  const unit = new Map(lines.map((line) => [line.id, line.unitPrice * (1 + line.taxRatePercent / 100)]))
  const sum = part.reduce(
    (all, { originalLineItemId, quantity }) => all + quantity * (unit.get(originalLineItemId) ?? 0),
    0,
  )
  return part.length > 0 && sum + part.length < total
}
