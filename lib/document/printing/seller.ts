import { getSettings } from '../../configuration/get-settings.ts'
import type { PlainKey, ValueOf } from '../../configuration/setting-definitions.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Letterhead } from './printed-document.ts'

const SELLER_SETTINGS = [
  'general.companyName',
  'general.legalAddress',
  'general.country',
  'general.taxId',
  'general.vatId',
  'general.registrationNumber',
  'general.contactEmail',
  'general.contactPhone',
  'billing.bankAccount',
] as const

/** The tenant as its documents name it. */
export type Seller = Required<
  Pick<Letterhead, 'name' | 'address' | 'taxId' | 'vatId' | 'registration' | 'email' | 'phone' | 'bankAccount'>
> & {
  /** ISO 3166-1 code of the tenant's country, which an address without one is in. */
  country: string | null
}

/** Reads the tenant as its documents name it, and other settings, in one read of the settings. */
export const readSeller = async <const K extends PlainKey>(
  app: Pick<App, 'db'>,
  tenant: Id,
  others: readonly K[],
): Promise<{ seller: Seller; settings: { [Key in K]: ValueOf<Key> } }> => {
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
