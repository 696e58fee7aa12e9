import type { SupplyType, TaxDoubt, TaxRule } from '../../../schemas/billing/tax.ts'
import { type Destination, findAreaOfCountry, findMemberOfVatId, findVatArea } from './vat-area.ts'

/** How a supply is taxed, and by which country. */
export interface Place {
  /** `abroad`: by the rates of another country, in whose register the seller is. */
  treatment: 'home' | 'abroad' | 'one_stop_shop' | TaxRule
  /** Country whose tax it is; null if none is known. */
  country: string | null
  /** Country from which the goods leave, or in which the seller of services is. */
  from: string | null
}

interface PlacedSupply {
  sellerCountry: string
  dispatchCountry: string | null
  destination: Destination | null
  buyerVatId: string | null
  supplyType: SupplyType
}

interface Route {
  home: string
  from: string
  /** Country of the destination with rates; null for a territory with taxes of its own. */
  to: string | null
}

const taxWhereItLeaves = ({ home, from }: Route): Place => ({
  treatment: from === home ? 'home' : 'abroad',
  country: from,
  from,
})

/** Taxes where the goods arrive if the tenant has rates of that country, and otherwise where they leave. */
const taxWhereItArrives = (route: Route, hasRates: (country: string) => boolean): Place => {
  const { home, from, to } = route
  if (to === home) return { treatment: 'home', country: to, from }
  return to !== null && hasRates(to) ? { treatment: 'abroad', country: to, from } : taxWhereItLeaves(route)
}

/** Finds the place of goods: articles 32, 33, 138 and 146 of directive 2006/112/EC. */
const findPlaceOfGoods = (
  { sellerCountry: home, dispatchCountry, destination, buyerVatId }: PlacedSupply,
  rules: readonly TaxRule[],
  hasRates: (country: string) => boolean,
): Place | TaxDoubt => {
  const from = dispatchCountry ?? home
  const [start, end] = [findAreaOfCountry(from), findVatArea(destination)]
  if (!end) return 'DESTINATION_UNKNOWN'
  const route = { home, from, to: end.country }
  if (start.country === end.country) return taxWhereItLeaves(route)
  if (start.member === null) return taxWhereItArrives(route, hasRates)
  if (end.member === null)
    return rules.includes('export')
      ? { treatment: 'export', country: end.country, from }
      : taxWhereItArrives(route, hasRates)
  const buyer = findMemberOfVatId(buyerVatId)
  if (buyer !== null)
    return buyer !== start.member && rules.includes('intra_community')
      ? { treatment: 'intra_community', country: end.country, from }
      : taxWhereItLeaves(route)
  // Whoever is taxed elsewhere may be a business that acquires, or a consumer; the id does not tell.
  if (buyerVatId !== null) return 'BUYER_OUTSIDE_UNION'
  return rules.includes('one_stop_shop')
    ? { treatment: 'one_stop_shop', country: end.country, from }
    : taxWhereItArrives(route, hasRates)
}

/** Finds the place of services: articles 44, 45 and 196. Ids of Northern Ireland are for goods only. */
const findPlaceOfServices = ({ sellerCountry: home, buyerVatId }: PlacedSupply, rules: readonly TaxRule[]): Place => {
  const [seller, buyer] = [findAreaOfCountry(home).member, findMemberOfVatId(buyerVatId)]
  const isAbroad = seller !== null && buyer !== null && buyer !== 'XI' && buyer !== seller
  return isAbroad && rules.includes('reverse_charge')
    ? { treatment: 'reverse_charge', country: null, from: home }
    : { treatment: 'home', country: home, from: home }
}

/** Finds how a supply is taxed by the rules that are on, or what is missing to tell. */
export const findPlaceOfTax = (
  supply: PlacedSupply,
  rules: readonly TaxRule[],
  hasRates: (country: string) => boolean,
): Place | TaxDoubt =>
  supply.supplyType === 'goods' ? findPlaceOfGoods(supply, rules, hasRates) : findPlaceOfServices(supply, rules)
