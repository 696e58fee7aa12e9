import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import type { Letterhead } from './printed-document.ts'
import { PRINTING_SETTINGS } from './printing-settings.ts'
import { readLogo } from './read-logo.ts'
import { readSeller } from './seller.ts'

export interface Stationery {
  issuer: Letterhead
  /** Locale of documents for partners without one. */
  locale: string
  zone: string
  /** True if invoices show a QR code for their payment. */
  giroCode: boolean
}

/** Reads the letterhead, default locale and time zone of a tenant's documents. */
export const readStationery = async (app: App, tenant: Id, log: Log): Promise<Stationery> => {
  const { seller, settings } = await readSeller(app, tenant, [
    GENERAL_SETTINGS.website,
    GENERAL_SETTINGS.locale,
    GENERAL_SETTINGS.timezone,
    PRINTING_SETTINGS.invoiceFooter,
    PRINTING_SETTINGS.documentColour,
    PRINTING_SETTINGS.giroCode,
  ])
  const { country: _, ...named } = seller
  return {
    issuer: {
      ...named,
      website: settings['general.website'],
      logo: await readLogo(app, tenant, log),
      footer: settings['billing.invoiceFooter'],
      colour: settings['billing.documentColour'],
    },
    locale: settings['general.locale'],
    zone: settings['general.timezone'],
    giroCode: settings['billing.giroCode'],
  }
}
