import { PRINTING_SETTINGS } from '../document/printing/printing-settings.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { ValuesOf } from '../platform/settings/define-settings.ts'
import { GENERAL_SETTINGS } from '../platform/settings/general-settings.ts'
import { getSettings } from '../platform/settings/get-settings.ts'
import { findChannelCode } from '../sales/channels/find-channel-code.ts'
import type { Numbering } from './numbering/numbering.ts'
import { CHECK_SETTINGS } from './settings/check-settings.ts'
import { NUMBER_SETTINGS } from './settings/number-settings.ts'
import { REMINDER_SETTINGS } from './settings/reminder-settings.ts'
import { TAX_SETTINGS } from './settings/tax-settings.ts'
import type { TaxRates } from './tax.ts'

const SETTINGS = [
  GENERAL_SETTINGS.timezone,
  GENERAL_SETTINGS.locale,
  GENERAL_SETTINGS.defaultCurrency,
  GENERAL_SETTINGS.country,
  GENERAL_SETTINGS.legalAddress,
  GENERAL_SETTINGS.taxId,
  GENERAL_SETTINGS.vatId,
  ...Object.values(TAX_SETTINGS),
  PRINTING_SETTINGS.bankAccount,
  ...Object.values(CHECK_SETTINGS),
  ...Object.values(NUMBER_SETTINGS),
  ...Object.values(REMINDER_SETTINGS),
]

export type BillingSettings = ValuesOf<(typeof SETTINGS)[number]>

export const readBillingSettings = (app: Pick<App, 'db'>, tenant: Id): Promise<BillingSettings> =>
  getSettings(app, tenant, SETTINGS)

export const getTaxRates = (settings: BillingSettings): TaxRates => ({
  rates: settings['billing.taxRates'],
  categories: settings['billing.taxCategories'],
  defaultCategory: settings['billing.defaultTaxCategory'],
  byCountry: settings['billing.taxRatesByCountry'],
  rules: settings['billing.taxRules'],
  giftCards: settings['billing.giftCards'],
  tips: settings['billing.tips'],
})

const PATTERNS = {
  invoice: NUMBER_SETTINGS.invoiceNumberPattern.key,
  credit_note: NUMBER_SETTINGS.creditNoteNumberPattern.key,
  settlement: NUMBER_SETTINGS.settlementNumberPattern.key,
  return: NUMBER_SETTINGS.returnNumberPattern.key,
} as const

export const getNumbering = (settings: BillingSettings, series: keyof typeof PATTERNS): Numbering => ({
  series,
  pattern: settings[PATTERNS[series]],
  digits: settings['billing.numberDigits'],
  zone: settings['general.timezone'],
})

/** Returns the numbering of a document, with the code of its sales channel if the pattern contains that. */
export const findNumbering = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  settings: BillingSettings,
  series: keyof typeof PATTERNS,
  channelId: Id | null,
): Promise<Numbering> => {
  const numbering = getNumbering(settings, series)
  if (!channelId || !numbering.pattern.includes('{channel}')) return numbering
  const channel = await findChannelCode(db, tenant, channelId)
  return channel ? { ...numbering, channel } : numbering
}
