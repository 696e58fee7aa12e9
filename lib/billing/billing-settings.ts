import { getSettings } from '../configuration/get-settings.ts'
import type { ValueOf } from '../configuration/setting-definitions.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { findChannelCode } from '../sales/channels/find-channel-code.ts'
import type { Numbering } from './numbering/numbering.ts'
import type { TaxRates } from './tax.ts'

const KEYS = [
  'general.timezone',
  'general.locale',
  'general.defaultCurrency',
  'general.country',
  'general.legalAddress',
  'general.taxId',
  'general.vatId',
  'billing.taxRates',
  'billing.taxRatesByCountry',
  'billing.taxCategories',
  'billing.defaultTaxCategory',
  'billing.taxRules',
  'billing.giftCards',
  'billing.tips',
  'billing.dispatchCountry',
  'billing.bankAccount',
  'billing.invoiceChecks',
  'billing.invoiceNumberPattern',
  'billing.creditNoteNumberPattern',
  'billing.settlementNumberPattern',
  'billing.returnNumberPattern',
  'billing.numberDigits',
  'billing.reminderEnabled',
  'billing.reminderDaysBeforeDue',
  'billing.reminderDaysAfterDue',
  'billing.reminderLevels',
] as const

export type BillingSettings = { [K in (typeof KEYS)[number]]: ValueOf<K> }

export const readBillingSettings = (app: Pick<App, 'db'>, tenant: Id): Promise<BillingSettings> =>
  getSettings(app, tenant, KEYS)

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
  invoice: 'billing.invoiceNumberPattern',
  credit_note: 'billing.creditNoteNumberPattern',
  settlement: 'billing.settlementNumberPattern',
  return: 'billing.returnNumberPattern',
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
