import type { UpdateVariantInput, Variant } from '../../schemas/catalog/product.ts'
import { isCurrency } from '../platform/money/currencies.ts'
import { invalid, type Violation } from '../platform/problem.ts'
import type { Content } from './content.ts'
import { findSizeViolations } from './find-size-violations.ts'

const findPriceViolations = (prices: NonNullable<UpdateVariantInput['prices']>): Violation[] =>
  prices.flatMap(({ currency }, i) => {
    const propertyPath = `prices[${i}].currency`
    if (!isCurrency(currency)) return [{ propertyPath, message: 'must be a currency of ISO 4217' }]
    const first = prices.findIndex((each) => each.currency === currency)
    return first < i ? [{ propertyPath, message: `has a price already, prices[${first}]` }] : []
  })

/** Spellings of one locale, such as de-DE and de_de, are one. */
const findLocaleViolations = (localizations: NonNullable<UpdateVariantInput['localizations']>): Violation[] => {
  const seen = new Map<string, string>()
  return Object.keys(localizations).flatMap((locale) => {
    const spelling = locale.replaceAll('-', '_').toLowerCase()
    const first = seen.get(spelling)
    seen.set(spelling, first ?? locale)
    return first ? [{ propertyPath: `localizations.${locale}`, message: `is the same locale as ${first}` }] : []
  })
}

/** Refuses what was given of a variant, or of what a channel says in place of it; `before` is what there was. */
export const checkVariant = (given: UpdateVariantInput, before: object = {}): void => {
  const { prices = [], localizations = {} } = given
  const sizes = findSizeViolations(given, { ...before, ...given }, before)
  const violations = [...findPriceViolations(prices), ...findLocaleViolations(localizations), ...sizes]
  if (violations.length) throw invalid(...violations)
}

/** Each member of each there, as answers show them. */
export const fillLocalizations = (localizations: Variant['localizations']): Content['localizations'] =>
  Object.fromEntries(
    Object.entries(localizations).map(([locale, { name = null, description = null }]) => [
      locale,
      { name, description },
    ]),
  )
