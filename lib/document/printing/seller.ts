import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { PlainSetting, ValuesOf } from '../../platform/settings/define-settings.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Letterhead } from './printed-document.ts'
import { PRINTING_SETTINGS } from './printing-settings.ts'

const SELLER_SETTINGS = [
  GENERAL_SETTINGS.companyName,
  GENERAL_SETTINGS.legalAddress,
  GENERAL_SETTINGS.country,
  GENERAL_SETTINGS.taxId,
  GENERAL_SETTINGS.vatId,
  GENERAL_SETTINGS.registrationNumber,
  GENERAL_SETTINGS.contactEmail,
  GENERAL_SETTINGS.contactPhone,
  PRINTING_SETTINGS.bankAccount,
]

/** The tenant as its documents name it. */
export type Seller = Required<
  Pick<Letterhead, 'name' | 'address' | 'taxId' | 'vatId' | 'registration' | 'email' | 'phone' | 'bankAccount'>
> & {
  /** ISO 3166-1 code of the tenant's country, which an address without one is in. */
  country: string | null
}

/** Reads the tenant as its documents name it, and other settings, in one read of the settings. */
export const readSeller = async <S extends PlainSetting>(
  app: Pick<App, 'db'>,
  tenant: Id,
  others: readonly S[],
): Promise<{ seller: Seller; settings: ValuesOf<S> }> => {
  const [settings, found] = await Promise.all([
    getSettings(app, tenant, [...SELLER_SETTINGS, ...others]),
    findTenant(app.db, tenant),
  ])
  const { 'general.legalAddress': address, 'general.country': country } = settings
  const seller: Seller = {
    name: settings['general.companyName'] ?? found?.name ?? '',
    address: address && { ...address, countryCode: address.countryCode ?? country },
    country,
    taxId: settings['general.taxId'],
    vatId: settings['general.vatId'],
    registration: settings['general.registrationNumber'],
    email: settings['general.contactEmail'],
    phone: settings['general.contactPhone'],
    bankAccount: settings['billing.bankAccount'],
  }
  return { seller, settings }
}
