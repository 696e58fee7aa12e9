import type { Address } from '../../../schemas/address.ts'
import { EMPTY_ADDRESS } from './empty-address.ts'

/** Returns what remains of an address once nobody is to be found by it: the country, which decides about taxes. */
export const keepCountry = (address: Address | null): Address | null =>
  address && { ...EMPTY_ADDRESS, countryCode: address.countryCode }
