import { getSettings } from '../../configuration/get-settings.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import type { Letterhead } from './printed-document.ts'
import { readLogo } from './read-logo.ts'

export interface Stationery {
  issuer: Letterhead
  /** Locale of documents for partners without one. */
  locale: string
  zone: string
  /** True if invoices show a QR code for their payment. */
  giroCode: boolean
}

/** Adds the tenant's country to an address without one. */
const addCountry = (address: Letterhead['address'], country: string | null): Letterhead['address'] =>
  address && country && !address.countryCode ? { ...address, countryCode: country } : address

/** Reads the letterhead, default locale and time zone of a tenant's documents. */
export const readStationery = async (app: App, tenant: Id, log: Log): Promise<Stationery> => {
  const [settings, found] = await Promise.all([
    getSettings(app, tenant, [
      'general.companyName',
      'general.legalAddress',
      'general.country',
      'general.taxId',
      'general.vatId',
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
      'billing.giroCode',
    ]),
    findTenant(app.db, tenant),
  ])
  return {
    issuer: {
      name: settings['general.companyName'] ?? found?.name ?? '',
      address: addCountry(settings['general.legalAddress'], settings['general.country']),
      taxId: settings['general.taxId'],
      vatId: settings['general.vatId'],
      registration: settings['general.registrationNumber'],
      email: settings['general.contactEmail'],
      phone: settings['general.contactPhone'],
      website: settings['general.website'],
      logo: await readLogo(app, tenant, settings['general.logoUrl'], log),
      bankAccount: settings['billing.bankAccount'],
      footer: settings['billing.invoiceFooter'],
      colour: settings['billing.documentColour'],
    },
    locale: settings['general.locale'],
    zone: settings['general.timezone'],
    giroCode: settings['billing.giroCode'],
  }
}
