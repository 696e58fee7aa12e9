import type { UpdateVariantInput, Variant } from '../../schemas/catalog/product.ts'
import { findInvisible } from '../platform/identifiers/find-invisible.ts'
import { isCurrency } from '../platform/money/currencies.ts'
import { invalid, type Violation } from '../platform/problem.ts'
import { type Content, normalizeLocale } from './content.ts'
import { findSizeViolations } from './find-size-violations.ts'
import { findGoodsViolations } from './goods/goods.ts'

const findPriceViolations = (prices: NonNullable<UpdateVariantInput['prices']>): Violation[] =>
  prices.flatMap(({ currency }, i) => {
    const propertyPath = `prices[${i}].currency`
    if (!isCurrency(currency)) return [{ propertyPath, message: 'must be an ISO 4217 currency code' }]
    const first = prices.findIndex((each) => each.currency === currency)
    return first < i ? [{ propertyPath, message: `must differ from prices[${first}].currency` }] : []
  })

/** Finds spellings of the same locale, such as de-DE and de_de. */
const findLocaleViolations = (localizations: NonNullable<UpdateVariantInput['localizations']>): Violation[] => {
  const seen = new Map<string, string>()
  return Object.keys(localizations).flatMap((locale) => {
    const spelling = normalizeLocale(locale)
    const first = seen.get(spelling)
    seen.set(spelling, first ?? locale)
    return first
      ? [{ propertyPath: `localizations.${locale}`, message: `must not be the same locale as ${first}` }]
      : []
  })
}

/** Throws if the given fields of a variant, or a channel's overrides, are invalid. `before` is the stored version. */
export const checkVariant = (given: UpdateVariantInput, before: object = {}): void => {
  const { sku, prices = [], localizations = {} } = given
  const sizes = findSizeViolations(given, { ...before, ...given }, before)
  const violations = [
    ...(sku === undefined ? [] : findInvisible('sku', sku)),
    ...findGoodsViolations(given),
    ...findPriceViolations(prices),
    ...findLocaleViolations(localizations),
    ...sizes,
  ]
  if (violations.length) throw invalid(...violations)
}

/** Fills absent members with null, as responses show them. */
export const fillLocalizations = (localizations: Variant['localizations']): Content['localizations'] =>
  Object.fromEntries(
    Object.entries(localizations).map(([locale, { name = null, description = null }]) => [
      locale,
      { name, description },
    ]),
  )
