import { hash } from 'node:crypto'

/** What a channel shows of a variant. Amounts are minor units by currency, texts by locale. */
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
  prices: readonly { currency: string; amount: number }[]
  localizations: Content['localizations']
}

/** What a channel takes; an empty list takes all. */
export interface Restrictions {
  supportedCurrencies: readonly string[]
  supportedLocales: readonly string[]
}

/** What a channel says in place of the catalog. */
export type Overrides = Partial<Pick<Content, 'name' | 'description' | 'prices' | 'localizations'>>

/** Spellings of one locale, such as de-DE and de_de, are one. */
const normalizeLocale = (locale: string) => locale.replaceAll('-', '_').toLowerCase()

const pickSupported = <V>(all: Record<string, V>, taken: readonly string[], alike = (name: string) => name) => {
  if (!taken.length) return all
  const known = new Set(taken.map(alike))
  return Object.fromEntries(Object.entries(all).filter(([name]) => known.has(alike(name))))
}

/** As much of some content as a channel takes. */
export const restrictContent = (
  content: Content,
  { supportedCurrencies, supportedLocales }: Restrictions,
): Content => ({
  ...content,
  prices: pickSupported(content.prices, supportedCurrencies),
  localizations: pickSupported(content.localizations, supportedLocales, normalizeLocale),
})

/** What the channel is to show: the catalog's words and prices, the channel's own before them, as far as it takes them. */
export const resolveContent = (
  product: Product,
  variant: Variant,
  restrictions: Restrictions,
  overrides: Overrides = {},
): Content => {
  const prices = Object.fromEntries(variant.prices.map(({ currency, amount }) => [currency, amount]))
  const content = {
    sku: variant.sku,
    name: overrides.name ?? variant.name,
    description: overrides.description ?? product.description,
    brand: product.brand,
    attributes: { ...product.attributes, ...variant.attributes },
    prices: { ...prices, ...overrides.prices },
    localizations: { ...variant.localizations, ...overrides.localizations },
  }
  return restrictContent(content, restrictions)
}

/** How content is brought to its one form and hashed; raised when that changes. */
const HASH_VERSION = 1

const compareNames = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** One form of what means the same: members in order, text in NFC, nothing where there is nothing. */
const canonicalize = (value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize('NFC')
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name.normalize('NFC'), canonicalize(member)])
    .filter(([, member]) => member !== null && member !== undefined)
  return members.length ? members.sort(compareNames) : null
}

/** The same for content that means the same, whatever the order of its members and the form of its text. */
export const hashContent = (content: Content): string =>
  `${HASH_VERSION}.${hash('sha256', JSON.stringify(canonicalize(content)), 'hex')}`

/** What was pushed last. */
export interface Baseline {
  content: Content
  hash: string
}

/** Whether a hash is of the present form. */
export const hasCurrentHashVersion = (hash: string): boolean => hash.startsWith(`${HASH_VERSION}.`)

/** A head that was hashed in an older way says what it means in the present one, so that nothing drifts by itself. */
export const hashBaseline = ({ content, hash: stored }: Baseline): string =>
  hasCurrentHashVersion(stored) ? stored : hashContent(content)
