import { hash } from 'node:crypto'

/** The content that a channel shows for a variant. Prices are minor units by currency. */
export interface Content {
  sku: string
  name: string
  description: string | null
  brand: string | null
  attributes: Record<string, string>
  prices: Record<string, number>
  localizations: Record<string, { name: string | null; description: string | null }>
}

export interface Product {
  description: string | null
  brand: string | null
  attributes: Record<string, string>
}

export interface Variant {
  sku: string
  name: string
  attributes: Record<string, string>
  prices: readonly { currency: string; amount: number; includesTax?: boolean | null | undefined }[]
  localizations: Content['localizations']
}

/** The currencies and locales that a channel supports; an empty list supports all. */
export interface Restrictions {
  supportedCurrencies: readonly string[]
  supportedLocales: readonly string[]
  /** Whether the prices of the channel contain tax; null if that is not known. */
  pricesIncludeTax?: boolean | null
}

/** Values that a channel shows instead of those of the catalog. */
export type Overrides = Partial<Pick<Content, 'name' | 'description' | 'prices' | 'localizations'>>

/** Gives spellings of one locale, such as de-DE and de_de, the same form. */
export const normalizeLocale = (locale: string) => locale.replaceAll('-', '_').toLowerCase()

const pickSupported = <V>(all: Record<string, V>, supported: readonly string[], normalize = (name: string) => name) => {
  if (!supported.length) return all
  const known = new Set(supported.map(normalize))
  return Object.fromEntries(Object.entries(all).filter(([name]) => known.has(normalize(name))))
}

/** Removes prices and texts that a channel does not support. */
export const restrictContent = (
  content: Content,
  { supportedCurrencies, supportedLocales }: Restrictions,
): Content => ({
  ...content,
  prices: pickSupported(content.prices, supportedCurrencies),
  localizations: pickSupported(content.localizations, supportedLocales, normalizeLocale),
})

/** Replaces the texts that are overridden, member by member; the spelling of a locale is that of the catalog. */
const overrideTexts = (
  texts: Content['localizations'],
  overrides: Content['localizations'] = {},
): Content['localizations'] => {
  const byLocale = new Map(Object.entries(overrides).map(([locale, own]) => [normalizeLocale(locale), own]))
  const known = new Set(Object.keys(texts).map(normalizeLocale))
  return Object.fromEntries([
    ...Object.entries(texts).map(([locale, given]) => {
      const own = byLocale.get(normalizeLocale(locale))
      const merged = own && { name: own.name ?? given.name, description: own.description ?? given.description }
      return [locale, merged ?? given] as const
    }),
    ...Object.entries(overrides).filter(([locale]) => !known.has(normalizeLocale(locale))),
  ])
}

/** Tells whether a price is one of the channel: a price with tax is none without, and nobody knows the rate between them. */
const isOfChannel = (
  { includesTax = null }: Variant['prices'][number],
  { pricesIncludeTax = null }: Restrictions,
): boolean => includesTax === null || pricesIncludeTax === null || includesTax === pricesIncludeTax

/** Resolves what a channel shows: the catalog's content with the channel's overrides, limited to what it supports. */
export const resolveContent = (
  product: Product,
  variant: Variant,
  restrictions: Restrictions,
  overrides: Overrides = {},
): Content => {
  const own = variant.prices.filter((price) => isOfChannel(price, restrictions))
  const prices = Object.fromEntries(own.map(({ currency, amount }) => [currency, amount]))
  const content = {
    sku: variant.sku,
    name: overrides.name ?? variant.name,
    description: overrides.description ?? product.description,
    brand: product.brand,
    attributes: { ...product.attributes, ...variant.attributes },
    prices: { ...prices, ...overrides.prices },
    localizations: overrideTexts(variant.localizations, overrides.localizations),
  }
  return restrictContent(content, restrictions)
}

/** Version of the canonical form and its hash; raised when either changes. */
const HASH_VERSION = 1

const compareNames = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** Builds the canonical form: members sorted, text in NFC, null and empty members left out. */
const canonicalize = (value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize('NFC')
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name.normalize('NFC'), canonicalize(member)])
    .filter(([, member]) => member !== null && member !== undefined)
  return members.length ? members.sort(compareNames) : null
}

/** Hashes content, independent of the order of its members and the Unicode form of its text. */
export const hashContent = (content: Content): string =>
  `${HASH_VERSION}.${hash('sha256', JSON.stringify(canonicalize(content)), 'hex')}`

/** The content that the platform confirmed last. */
export interface Baseline {
  content: Content
  hash: string
}

/** Returns true if the hash has the current version. */
export const hasCurrentHashVersion = (hash: string): boolean => hash.startsWith(`${HASH_VERSION}.`)

/** Returns the baseline's hash in the current version, so that a new version alone causes no drift. */
export const hashBaseline = ({ content, hash: stored }: Baseline): string =>
  hasCurrentHashVersion(stored) ? stored : hashContent(content)
