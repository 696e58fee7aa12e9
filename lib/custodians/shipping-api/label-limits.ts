import type { AddressLimits } from '../address-limits.ts'

const NAMES = { name: 35, company: 35 }

/** The limits of the carriers whose labels EasyPost sells, by the beginning of the name that EasyPost has for them. */
const BY_CARRIER: readonly (readonly [string, AddressLimits['longest']])[] = [
  ['fedex', NAMES],
  ['ups', { ...NAMES, line1: 35, line2: 35, city: 30 }],
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
