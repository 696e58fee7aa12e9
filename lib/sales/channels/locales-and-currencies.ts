import { isCurrency } from '../../platform/money/currencies.ts'
import { invalid, type Violation } from '../../platform/problem.ts'

/** What a channel uses by itself, and what it takes; anything where that is empty. */
export interface Supported {
  default: string | null
  supported: readonly string[]
}

/** What a request asks for; null and absent members stay as they are. */
interface Asked {
  default?: string | null | undefined
  supported?: readonly string[] | null | undefined
  clear?: boolean | undefined
}

/** Such as `Currency` and `Currencies`, as the members of a request are called. */
interface ValueKind {
  one: string
  all: string
  canonical(text: string): string
  isKnown(text: string): boolean
}

export const CURRENCY: ValueKind = {
  one: 'Currency',
  all: 'Currencies',
  canonical: (text) => text,
  isKnown: isCurrency,
}

const formatSubtag = (text: string, index: number) => {
  if (index === 0) return text.toLowerCase()
  if (text.length === 2) return text.toUpperCase()
  if (text.length === 4 && /^[a-z]/i.test(text)) return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
  return text.toLowerCase()
}

/** `de-DE`, `de_DE` and `DE-de` are one locale. */
export const LOCALE: ValueKind = {
  one: 'Locale',
  all: 'Locales',
  canonical: (text) => text.split(/[-_]/).map(formatSubtag).join('_'),
  isKnown: () => true,
}

/** What a channel uses after the request; all that is wrong with it at once. */
export const chooseSupported = (kind: ValueKind, before: Supported, asked: Asked): Supported => {
  const { one, all, canonical, isKnown } = kind
  const violations: Violation[] = []
  const checkKnown = (text: string, propertyPath: string) => {
    if (!isKnown(text)) violations.push({ propertyPath, message: `is no ${one.toLowerCase()} that there is` })
    return canonical(text)
  }
  const chosen = asked.default == null ? undefined : checkKnown(asked.default, `default${one}`)
  const given = asked.supported?.map((each, i) => checkKnown(each, `supported${all}[${i}]`))
  if (asked.clear && chosen !== undefined)
    violations.push({ propertyPath: `clearDefault${one}`, message: `cannot go with a default${one}` })
  const after = {
    default: asked.clear ? null : (chosen ?? before.default),
    supported: given ? [...new Set(given)] : before.supported,
  }
  if (after.default !== null && after.supported.length && !after.supported.includes(after.default))
    violations.push(
      chosen === undefined
        ? { propertyPath: `supported${all}`, message: `must have ${after.default}, which is the default` }
        : { propertyPath: `default${one}`, message: `must be among supported${all}` },
    )
  if (violations.length) throw invalid(...violations)
  return after
}

/** What a platform offers, taken over: its set replaces the present one, its default counts where there is none. */
export const adoptSupported = (
  { canonical, isKnown }: ValueKind,
  before: Supported,
  { default: offered, supported }: Supported,
): Supported => {
  const set = [...new Set(supported.filter(isKnown).map(canonical))]
  const own = before.default ?? (offered && isKnown(offered) ? canonical(offered) : null)
  if (!set.length)
    return before.supported.length && own && !before.supported.includes(own) ? before : { ...before, default: own }
  return { default: own, supported: own && !set.includes(own) ? [own, ...set] : set }
}
