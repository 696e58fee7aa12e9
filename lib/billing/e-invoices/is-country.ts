import { isCountry as isKnown } from '../../../schemas/country.ts'

/** Returns whether an e-invoice can name the country. EN 16931 has a code for Kosovo that is not the one of addresses. */
export const isCountry = (code: string): boolean => isKnown(code) && code !== 'XK'
