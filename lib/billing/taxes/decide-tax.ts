import {
  type NoSupplyLineKind,
  REASONED_KINDS,
  type SupplyType,
  type TaxDoubt,
  type TaxKind,
} from '../../../schemas/billing/tax.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { AT_HOME, describeReason, inferTaxKind, type LineTax, resolveTax, type TaxRates } from '../tax.ts'
import { findPlaceOfTax, type Place } from './find-place-of-tax.ts'
import { findRateOfCountry, hasRates } from './rates-by-country.ts'
import type { Destination } from './vat-area.ts'

/** The facts of one supply that decide on its tax. What is not known is null. */
export interface TaxFacts {
  /** Country of the seller's registered office. */
  sellerCountry: string | null
  /** Country from which the goods leave; null: that of the seller. Services have none. */
  dispatchCountry: string | null
  /** Where the goods arrive; for services it does not matter. */
  destination: Destination | null
  /** As the buyer gave it; one that no member state of the European Union assigned does not count as one. */
  buyerVatId: string | null
  supplyType: SupplyType | null
  /** Tax category; null: the default one. */
  taxCategoryId: string | null
  /** Rate that a shop charged. It wins over the tables, because the buyer has paid it. */
  ratePercent: number | null
  /** Set for what an order sells without tax and may be no supply. */
  lineKind: NoSupplyLineKind | null
  /** Day of the supply in the tenant's time zone. */
  day: Day
}

export interface TaxDecision {
  /** The tax as a line stores it. */
  tax: LineTax
  /** Rate that rules and tables give, which differs from that of `tax` if the shop charged another; null if they have none. */
  expectedRatePercent: number | null
  /** Country beside the seller's in which the seller has to be registered for the supply; null if none. */
  registrationCountry: string | null
}

const RULED_KINDS = {
  intra_community: 'intra_community',
  reverse_charge: 'reverse_charge',
  export: 'export',
} as const satisfies Partial<Record<Place['treatment'], TaxKind>>

const isRuled = (treatment: Place['treatment']): treatment is keyof typeof RULED_KINDS =>
  Object.hasOwn(RULED_KINDS, treatment)

/** Taxes at home depend on no place while the tenant has neither rules nor rates of other countries. */
export const dependsOnPlace = (
  { rules = [], byCountry = {} }: Pick<TaxRates, 'rules' | 'byCountry'>,
  sellerCountry: string | null,
): boolean => rules.length > 0 || Object.keys(byCountry).some((country) => country !== sellerCountry)

const stayAtHome = ({ sellerCountry }: TaxFacts): Place => ({
  treatment: 'home',
  country: sellerCountry,
  from: sellerCountry,
})

const findPlace = (facts: TaxFacts, taxRates: TaxRates): Place | TaxDoubt => {
  const { rules = [], byCountry = {} } = taxRates
  const { sellerCountry } = facts
  if (!dependsOnPlace(taxRates, sellerCountry)) return stayAtHome(facts)
  if (sellerCountry === null) return 'SELLER_COUNTRY_UNKNOWN'
  const find = (supplyType: SupplyType) =>
    findPlaceOfTax({ ...facts, sellerCountry, supplyType }, rules, (country) => hasRates(byCountry, country))
  if (facts.supplyType !== null) return find(facts.supplyType)
  const [goods, services] = [find('goods'), find('services')]
  return JSON.stringify(goods) === JSON.stringify(services) ? goods : 'SUPPLY_TYPE_UNKNOWN'
}

interface Rated extends Place {
  /** Null if no table has a rate. */
  ratePercent: number | null
}

/** Adds the rate. Without a rule, a country that has no rates is taxed as if the supply stayed at home. */
const addRate = (place: Place, facts: TaxFacts, home: LineTax, taxRates: TaxRates): Rated => {
  const { byCountry = {}, rules = [], defaultCategory } = taxRates
  const { treatment, country } = place
  if (isRuled(treatment)) return { ...place, ratePercent: 0 }
  const category = home.taxCategoryId ?? defaultCategory
  const own = country === null ? undefined : findRateOfCountry(byCountry, { country, category, day: facts.day })
  if (own !== undefined) return { ...place, ratePercent: own }
  if (treatment === 'home' || country === facts.sellerCountry) return { ...place, ratePercent: home.taxRatePercent }
  return !rules.length && country !== null && !hasRates(byCountry, country)
    ? { ...stayAtHome(facts), ratePercent: home.taxRatePercent }
    : { ...place, ratePercent: null }
}

interface Chosen {
  place: Place
  ratePercent: number
  doubt: TaxDoubt | null
}

/** Chooses the rate that counts, and where its tax is owed: whoever charges a tax on what has none owes it where it left. */
const chooseRate = (rated: Rated, facts: TaxFacts, home: LineTax): Chosen => {
  const { treatment, from, ratePercent: expected } = rated
  const { ratePercent: charged } = facts
  if (charged === null && expected === null)
    return { place: stayAtHome(facts), ratePercent: home.taxRatePercent, doubt: 'RATE_UNKNOWN' }
  const ratePercent = charged ?? expected ?? 0
  if (ratePercent === 0 && expected !== 0) return { place: rated, ratePercent, doubt: 'RATE_UNEXPLAINED' }
  const isTaxedAnyway = isRuled(treatment) && ratePercent > 0
  return { place: isTaxedAnyway ? { treatment: 'abroad', country: from, from } : rated, ratePercent, doubt: null }
}

/** Returns the tax of a line that a country, and not a rule, decides on. */
const describeTax = (
  { treatment, country, from }: Place,
  ratePercent: number,
  home: LineTax,
  { sellerCountry }: TaxFacts,
  taxRates: TaxRates,
): LineTax => {
  const category = home.taxCategoryId ?? taxRates.defaultCategory
  const described = Object.hasOwn(taxRates.categories ?? {}, category) ? (taxRates.categories?.[category] ?? {}) : {}
  const isOneStop = treatment === 'one_stop_shop'
  const kind = isRuled(treatment) ? RULED_KINDS[treatment] : inferTaxKind(category, ratePercent, described.kind)
  return {
    taxCategoryId: home.taxCategoryId,
    taxRatePercent: ratePercent,
    // Reasons of the category are about its own kind.
    ...describeReason(kind, isRuled(treatment) ? {} : described),
    taxCountry: isRuled(treatment) || (country === sellerCountry && !isOneStop) ? null : country,
    oneStopShop: isOneStop,
    dispatchCountry: from !== sellerCountry || isOneStop ? from : null,
    taxDoubt: null,
  }
}

/** The tenant described a kind without tax, which is so wherever the supply goes, unless a shop charged tax. */
const decideByCategory = (home: LineTax, { ratePercent: charged }: TaxFacts, { defaultCategory }: TaxRates) => {
  const tax: LineTax = charged
    ? {
        ...home,
        taxRatePercent: charged,
        ...describeReason(inferTaxKind(home.taxCategoryId ?? defaultCategory, charged), {}),
      }
    : home
  return { tax, expectedRatePercent: 0, registrationCountry: null }
}

/** Returns the kind of what an order sells and is no supply; undefined if it is taxed like goods. */
const findNoSupply = ({ lineKind, ratePercent }: TaxFacts, { giftCards, tips }: TaxRates): TaxKind | undefined => {
  if (lineKind === 'gift_card') return giftCards === 'single_purpose' ? undefined : 'voucher'
  if (lineKind === 'tip') return tips === 'taxed' || ratePercent === null ? undefined : 'tip'
  return lineKind === null ? undefined : 'disbursement'
}

/** A line that is no supply has neither a rate nor a place. */
const decideNoSupply = (kind: TaxKind, { categories = {} }: TaxRates): TaxDecision => {
  const described = Object.hasOwn(categories, kind) ? (categories[kind] ?? {}) : {}
  const tax = { taxCategoryId: null, taxRatePercent: 0, ...describeReason(kind, described), ...AT_HOME }
  return { tax, expectedRatePercent: 0, registrationCountry: null }
}

/**
 * Finds where the seller has to be registered beside the own country: where the goods leave, or where the tax is owed. The
 * one-stop shop spares the registration.
 */
const findRegistration = ({ treatment, country, from }: Place, { sellerCountry }: TaxFacts): string | null => {
  if (treatment === 'one_stop_shop') return null
  const registered = treatment === 'abroad' ? country : from
  return registered === sellerCountry ? null : registered
}

/**
 * Decides on the tax of one supply from its facts, the tenant's rates and the rules that the tenant turned on. Never throws:
 * what cannot be decided keeps the rate of the tenant, or that of the shop, and says why in `taxDoubt`.
 */
export const decideTax = (given: TaxFacts, taxRates: TaxRates): TaxDecision => {
  // Whoever gives a line a category decides on it.
  const noSupply = given.taxCategoryId === null ? findNoSupply(given, taxRates) : undefined
  if (noSupply) return decideNoSupply(noSupply, taxRates)
  // The shop's silence about a tax is no rate of what is taxed all the same.
  const facts = given.lineKind === null ? given : { ...given, ratePercent: null }
  const home = resolveTax(taxRates, facts.taxCategoryId)
  if (REASONED_KINDS.includes(home.taxKind)) return decideByCategory(home, facts, taxRates)
  const found = findPlace(facts, taxRates)
  const doubt = typeof found === 'string' ? found : null
  const place = typeof found === 'string' ? stayAtHome(facts) : found
  const rated = addRate(place, facts, home, taxRates)
  const chosen = chooseRate(rated, facts, home)
  const tax = describeTax(chosen.place, chosen.ratePercent, home, facts, taxRates)
  return {
    tax: { ...tax, taxDoubt: doubt ?? chosen.doubt },
    expectedRatePercent: doubt ? null : rated.ratePercent,
    registrationCountry: findRegistration(place, facts),
  }
}
