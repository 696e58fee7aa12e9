import type { UpdateVariantInput } from '../../schemas/product.ts'
import { isCurrency } from '../money/currencies.ts'
import { invalid, type Violation } from '../problem.ts'

const priceViolations = (prices: NonNullable<UpdateVariantInput['prices']>): Violation[] =>
  prices.flatMap(({ currency }, i) => {
    const propertyPath = `prices[${i}].currency`
    if (!isCurrency(currency)) return [{ propertyPath, message: 'must be a currency of ISO 4217' }]
    const first = prices.findIndex((each) => each.currency === currency)
    return first < i ? [{ propertyPath, message: `has a price already, prices[${first}]` }] : []
  })

/** Spellings of one locale, such as de-DE and de_de, are one. */
const localeViolations = (localizations: NonNullable<UpdateVariantInput['localizations']>): Violation[] => {
  const seen = new Map<string, string>()
  return Object.keys(localizations).flatMap((locale) => {
    const spelling = locale.replaceAll('-', '_').toLowerCase()
    const first = seen.get(spelling)
    seen.set(spelling, first ?? locale)
    return first ? [{ propertyPath: `localizations.${locale}`, message: `is the same locale as ${first}` }] : []
  })
}

export const checkVariant = ({ prices = [], localizations = {} }: UpdateVariantInput): void => {
  const violations = [...priceViolations(prices), ...localeViolations(localizations)]
  if (violations.length) throw invalid(...violations)
}
