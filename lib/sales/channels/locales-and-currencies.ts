import type { RemoteChannel } from '../../connectors/remote-channel.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { StoredChannel } from './channel.ts'

/** A channel's default value and the values it supports; an empty list supports all. */
export interface Supported {
  default: string | null
  supported: readonly string[]
}

/** Changes from a request; null and absent members change nothing. */
interface Changes {
  default?: string | null | undefined
  supported?: readonly string[] | null | undefined
  clear?: boolean | undefined
}

/** Currencies or locales; `one` and `all` are the suffixes of the request's members, such as `defaultCurrency`. */
interface ValueKind {
  one: string
  all: string
  canonical(text: string): string
  isKnown(text: string): boolean
  read(channel: StoredChannel): Supported
  toChanges(supported: Supported): Partial<StoredChannel>
}

export const CURRENCY: ValueKind = {
  one: 'Currency',
  all: 'Currencies',
  canonical: (text) => text,
  isKnown: isCurrency,
  read: ({ defaultCurrency, supportedCurrencies }) => ({ default: defaultCurrency, supported: supportedCurrencies }),
  toChanges: ({ default: defaultCurrency, supported }) => ({ defaultCurrency, supportedCurrencies: [...supported] }),
}

const formatSubtag = (text: string, index: number) => {
  if (index === 0) return text.toLowerCase()
  if (text.length === 2) return text.toUpperCase()
  if (text.length === 4 && /^[a-z]/i.test(text)) return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
  return text.toLowerCase()
}

/** Spells `de-DE`, `de_DE` and `DE-de` as the one locale `de_DE`. */
export const LOCALE: ValueKind = {
  one: 'Locale',
  all: 'Locales',
  canonical: (text) => text.split(/[-_]/).map(formatSubtag).join('_'),
  isKnown: () => true,
  read: ({ defaultLocale, supportedLocales }) => ({ default: defaultLocale, supported: supportedLocales }),
  toChanges: ({ default: defaultLocale, supported }) => ({ defaultLocale, supportedLocales: [...supported] }),
}

/** Returns the channel's changes for a request; throws with every violation if any is wrong. */
export const chooseSupported = (kind: ValueKind, channel: StoredChannel, changes: Changes): Partial<StoredChannel> => {
  const { one, all, canonical, isKnown } = kind
  const before = kind.read(channel)
  const violations: Violation[] = []
  const checkKnown = (text: string, propertyPath: string) => {
    if (!isKnown(text)) violations.push({ propertyPath, message: `must be an existing ${one.toLowerCase()}` })
    return canonical(text)
  }
  const chosen = changes.default == null ? undefined : checkKnown(changes.default, `default${one}`)
  const given = changes.supported?.map((each, i) => checkKnown(each, `supported${all}[${i}]`))
  if (changes.clear && chosen !== undefined)
    violations.push({
      propertyPath: `clearDefault${one}`,
      message: `must be false or absent if default${one} is given`,
    })
  const after = {
    default: changes.clear ? null : (chosen ?? before.default),
    supported: given ? [...new Set(given)] : before.supported,
  }
  if (after.default !== null && after.supported.length && !after.supported.includes(after.default))
    violations.push(
      chosen === undefined
        ? { propertyPath: `supported${all}`, message: `must contain the default ${after.default}` }
        : { propertyPath: `default${one}`, message: `must be one of supported${all}` },
    )
  if (violations.length) throw invalid(...violations)
  return kind.toChanges(after)
}

/**
 * Merges what the shop supports: its values replace the channel's. Its default is used if the channel has none, or one that the
 * shop does not support.
 */
const mergeSupported = (
  { canonical, isKnown }: ValueKind,
  before: Supported,
  { default: offered, supported }: Supported,
): Supported => {
  const named = [...new Set(supported.filter(isKnown).map(canonical))]
  const theirs = offered && isKnown(offered) ? canonical(offered) : null
  const own = before.default ?? theirs
  if (!named.length)
    return before.supported.length && own && !before.supported.includes(own) ? before : { ...before, default: own }
  const set = theirs && !named.includes(theirs) ? [theirs, ...named] : named
  return { default: own && set.includes(own) ? own : (theirs ?? set[0] ?? null), supported: set }
}

const adoptSupported = (kind: ValueKind, channel: StoredChannel, offered: Supported) =>
  kind.toChanges(mergeSupported(kind, kind.read(channel), offered))

/** Returns the channel's changes for the locales and currencies that the shop supports. */
export const adoptLocalesAndCurrencies = (channel: StoredChannel, found: RemoteChannel): Partial<StoredChannel> => ({
  ...adoptSupported(CURRENCY, channel, { default: found.defaultCurrency, supported: found.currencies }),
  ...adoptSupported(LOCALE, channel, { default: found.defaultLocale, supported: found.locales }),
})
