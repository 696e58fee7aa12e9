import type { Address } from '../../../schemas/address.ts'

/** An address of which nothing is known. */
export const EMPTY_ADDRESS: Readonly<Address> = {
  name: null,
  company: null,
  line1: null,
  line2: null,
  city: null,
  postalCode: null,
  region: null,
  countryCode: null,
  phone: null,
  email: null,
}
