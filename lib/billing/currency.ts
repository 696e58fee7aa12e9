import type { StoredPartner } from '../partner/partner-store.ts'
import { requireCurrency } from '../platform/money/currencies.ts'
import { invalid } from '../platform/problem.ts'
import type { BillingSettings } from './billing-settings.ts'

/**
 * Returns the given currency, else the tenant's, the partner's, that of the partner's country or of the tenant's, in this
 * order.
 */
export const resolveCurrency = async (
  given: string | null | undefined,
  settings: BillingSettings,
  { defaultCurrency, countryCode }: StoredPartner,
): Promise<string> => {
  const code = given ?? settings['general.defaultCurrency'] ?? defaultCurrency
  if (code) return requireCurrency(code, 'currencyCode')
  const { default: byCountry }: { default: Partial<Record<string, string>> } = await import('country-to-currency')
  for (const country of [countryCode, settings['general.country']]) {
    const found = country && byCountry[country]
    if (found) return found
  }
  throw invalid({
    propertyPath: 'currencyCode',
    message: 'is required, because neither the tenant nor the partner has a default currency or a country',
  })
}

/** Returns the wanted one of the currencies in which a partner has something, or the only one. */
export const chooseCurrency = (all: readonly string[], wanted: string | undefined, has: string): string => {
  const [found, ...others] = wanted === undefined ? all : all.filter((each) => each === wanted)
  if (found === undefined)
    throw invalid({ propertyPath: 'currency', message: `must be a currency in which the partner has ${has}` })
  if (others.length)
    throw invalid({
      propertyPath: 'currency',
      message: `is required, because the partner has ${has} in ${all.join(', ')}`,
    })
  return found
}
