import type { AddressLimits } from '../address-limits.ts'

type Longest = AddressLimits['longest']

const limitLines = (lines: number, city: number): Longest => ({ line1: lines, line2: lines, city })
const limitNames = (names: number): Longest => ({ name: names, company: names })

/**
 * The limits of the carriers whose labels EasyPost sells, by the beginning of the name that EasyPost has for them; the first
 * that fits counts.
 */
const BY_CARRIER: readonly (readonly [string, Longest])[] = [
  ['fedex', { ...limitNames(35), ...limitLines(35, 35) }],
  ['ups', { ...limitNames(35), ...limitLines(35, 30) }],
  ['usps', { ...limitNames(50), ...limitLines(50, 28) }],
  ['canadapost', { ...limitNames(44), ...limitLines(44, 40) }],
  ['dhlexpress', { name: 255, company: 100, ...limitLines(45, 45), postalCode: 12, phone: 70, email: 70 }],
  ['dhlpaket', { ...limitNames(50), line1: 50, line2: 60, city: 40, postalCode: 10, region: 20, phone: 20, email: 80 }],
  ['dpduk', limitLines(35, 35)],
  ['dpd', { ...limitNames(35), ...limitLines(35, 35), postalCode: 9 }],
  ['gls', { ...limitLines(40, 40), postalCode: 10 }],
  ['evri', { ...limitLines(32, 32), postalCode: 10 }],
]

/**
 * Returns what EasyPost takes for a carrier. If the lowest price is to decide, the carrier is not known before the offer, and
 * no length is limited.
 */
export const getLabelLimits = (carrier: string | null): AddressLimits => {
  const plain = carrier?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? ''
  const longest = BY_CARRIER.find(([beginning]) => plain.startsWith(beginning))?.[1] ?? {}
  return { longest, required: ['name', 'line1', 'city', 'countryCode'], requiredAbroad: ['phone'] }
}
