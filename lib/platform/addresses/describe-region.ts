import { OTHER_KEYS, REGIONS, type Region, WITH_CODES } from './regions.ts'

interface Place {
  region?: string | null
  countryCode?: string | null
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s'’.-]+/g, ' ')
    .trim()
    .toLowerCase()

/** Codes and keys of shops: a few capital letters and digits, with or without the country before them. */
const KEY = /^(?:[A-Z]{1,4}|(?:[A-Z]{2}-?)?[A-Z]{0,3}\d{1,3}|[A-Z]{2}-[A-Z0-9]{1,4})$/

/** Returns what follows the country, such as `13` of `JP13`, `JP-13` or `13`. */
const omitCountry = (key: string, country: string): string[] => [
  key,
  ...(key.startsWith(country) && key.length > country.length ? [key.slice(country.length).replace(/^-/, '')] : []),
]

const findRegion = (text: string, country: string): Region | undefined => {
  const regions = REGIONS[country] ?? []
  const key = text.toUpperCase()
  const code = OTHER_KEYS[country]?.[key]
  const codes = code === undefined ? omitCountry(key, country) : [code]
  const byCode = codes.map((each) => regions.find((region) => region.code === each)).find(Boolean)
  return byCode ?? regions.find(({ name }) => fold(name) === fold(text))
}

/** Tells whether the post of a country writes codes of regions, and not their names. */
export const isWrittenAsCode = (countryCode: unknown): boolean => WITH_CODES.includes(String(countryCode))

/**
 * Returns the region of an address as the post of its country knows it: the code of ISO 3166-2 without the country where
 * carriers want it, and the name elsewhere. A key of a shop is left out where addresses have no region; other texts stay as
 * they are.
 */
export const describeRegion = ({ region, countryCode }: Place): string | null => {
  const text = region?.trim()
  if (!text) return null
  if (!countryCode) return text
  const found = findRegion(text, countryCode)
  if (found) return isWrittenAsCode(countryCode) ? found.code : found.name
  return !REGIONS[countryCode] && KEY.test(text) ? null : text
}

/** Returns the address with its region as the post of its country knows it. */
export const withKnownRegion = <A extends Place>(address: A): A & { region: string | null } => ({
  ...address,
  region: describeRegion(address),
})
