import { getSettings } from '../../configuration/setting-of.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { fetchLogo } from './logo.ts'
import type { Letterhead } from './printed.ts'

export interface Stationery {
  issuer: Letterhead
  /** For whom has no locale of their own. */
  locale: string
  zone: string
}

/** The registered office is in the tenant's country unless its address says otherwise. */
const withCountry = (address: Letterhead['address'], country: string | null): Letterhead['address'] =>
  address && country && !address.countryCode ? { ...address, countryCode: country } : address

/** How a tenant's documents begin and end, and in which language they are where nothing else says so. */
export const readStationery = async (app: App, tenant: Id, log: Log): Promise<Stationery> => {
  const [settings, found] = await Promise.all([
    getSettings(app, tenant, [
      'general.companyName',
      'general.legalAddress',
      'general.country',
      'general.taxId',
      'general.registrationNumber',
      'general.contactEmail',
      'general.contactPhone',
      'general.website',
      'general.logoUrl',
      'general.locale',
      'general.timezone',
      'billing.bankAccount',
      'billing.invoiceFooter',
      'billing.documentColour',
    ]),
    findTenant(app.db, tenant),
  ])
  return {
    issuer: {
      name: settings['general.companyName'] ?? found?.name ?? '',
      address: withCountry(settings['general.legalAddress'], settings['general.country']),
      taxId: settings['general.taxId'],
      registration: settings['general.registrationNumber'],
      email: settings['general.contactEmail'],
      phone: settings['general.contactPhone'],
      website: settings['general.website'],
      logo: await fetchLogo(app, settings['general.logoUrl'], log),
      bankAccount: settings['billing.bankAccount'],
      footer: settings['billing.invoiceFooter'],
      colour: settings['billing.documentColour'],
    },
    locale: settings['general.locale'],
    zone: settings['general.timezone'],
  }
}
