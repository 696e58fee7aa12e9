import { EU_MEMBERS } from '../../../schemas/vat-id.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { type BillingSettings, getTaxRates } from '../billing-settings.ts'
import { AT_HOME, describeReason, type LineTax, resolveTax } from '../tax.ts'
import { findRateOfCountry } from '../taxes/rates-by-country.ts'

export type Agreement = NonNullable<StoredPartner['selfBilling']>

export const getCountry = ({ address, countryCode }: Pick<StoredPartner, 'address' | 'countryCode'>): string | null =>
  address?.countryCode ?? countryCode

/** Tells whether the supplier is in another country than the tenant, who then owes the tax of its services. */
export const isForeignSupplier = (
  partner: Pick<StoredPartner, 'address' | 'countryCode'>,
  settings: Pick<BillingSettings, 'general.country'>,
): boolean => {
  const [supplier, own] = [getCountry(partner), settings['general.country']]
  return supplier !== null && own !== null && supplier !== own
}

/**
 * Decides on the tax of services that the partner supplies to the tenant: of one in the same country by the tax category of the
 * agreement; the tenant owes the tax of one in another member state, and services from elsewhere are not taxed there.
 */
export const decideSelfBilledTax = (
  partner: Pick<StoredPartner, 'address' | 'countryCode'>,
  settings: BillingSettings,
  { taxCategoryId }: Agreement,
  day: Day,
): LineTax => {
  const rates = getTaxRates(settings)
  const home = resolveTax(rates, taxCategoryId)
  const own = settings['general.country']
  if (!isForeignSupplier(partner, settings)) {
    const category = home.taxCategoryId ?? rates.defaultCategory
    const dated = own === null ? undefined : findRateOfCountry(rates.byCountry ?? {}, { country: own, category, day })
    return dated === undefined ? home : { ...home, taxRatePercent: dated }
  }
  const kind = EU_MEMBERS.includes(getCountry(partner) ?? '') ? 'reverse_charge' : 'outside_scope'
  return { taxCategoryId: home.taxCategoryId, taxRatePercent: 0, ...describeReason(kind, {}), ...AT_HOME }
}
