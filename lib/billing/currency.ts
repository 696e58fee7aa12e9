import type { StoredPartner } from '../partner/partner-store.ts'
import { requireCurrency } from '../platform/money/currencies.ts'
import { invalid } from '../platform/problem.ts'
import type { BillingSettings } from './billing-settings.ts'

/** Given, else the tenant's, else the partner's, else that of the partner's country, else that of the tenant's country. */
export const resolveCurrency = async (
  given: string | null | undefined,
  settings: BillingSettings,
  { defaultCurrency, countryCode }: StoredPartner,
): Promise<string> => {
  const named = given ?? settings['general.defaultCurrency'] ?? defaultCurrency
  if (named) return requireCurrency(named, 'currencyCode')
  const { default: byCountry } = await import('country-to-currency')
  for (const country of [countryCode, settings['general.country']]) {
    const found = country && byCountry[country as keyof typeof byCountry]
    if (found) return found
  }
  throw invalid({
    propertyPath: 'currencyCode',
    message: 'is required: neither the tenant nor the partner says what it would be',
  })
}
