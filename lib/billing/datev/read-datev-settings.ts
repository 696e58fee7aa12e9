import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { DATEV_SETTINGS } from '../settings/datev-settings.ts'
import { TAX_SETTINGS } from '../settings/tax-settings.ts'
import { type Books, fitAccount } from './accounts.ts'
import type { AccountRole } from './personal-account-store.ts'

export interface DatevSettings extends Books {
  consultant: number
  client: number
  /** First day of each fiscal year, such as 01-01. */
  fiscalYearStart: string
  firstDebtor: number
  firstCreditor: number
  name: string
}

/** Reads the settings of posting batches. Throws if one is missing that has no default. */
export const readDatevSettings = async (app: Pick<App, 'db'>, tenant: Id): Promise<DatevSettings> => {
  const [settings, found] = await Promise.all([
    getSettings(app, tenant, [
      DATEV_SETTINGS.datevConsultant,
      DATEV_SETTINGS.datevClient,
      DATEV_SETTINGS.datevChart,
      DATEV_SETTINGS.datevAccountLength,
      DATEV_SETTINGS.datevFiscalYearStart,
      DATEV_SETTINGS.datevRevenueAccounts,
      DATEV_SETTINGS.datevForeignAccounts,
      TAX_SETTINGS.taxCategories,
      GENERAL_SETTINGS.country,
      DATEV_SETTINGS.datevAccounts,
      DATEV_SETTINGS.datevInputTaxKeys,
      DATEV_SETTINGS.datevReverseChargeKey,
      DATEV_SETTINGS.datevFirstDebtor,
      DATEV_SETTINGS.datevFirstCreditor,
      GENERAL_SETTINGS.timezone,
      GENERAL_SETTINGS.companyName,
    ]),
    findTenant(app.db, tenant),
  ])
  const { 'billing.datevConsultant': consultant, 'billing.datevClient': client } = settings
  if (consultant === null || client === null)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'Set billing.datevConsultant and billing.datevClient first. Your tax consultant knows both.',
    )
  return {
    consultant,
    client,
    chart: settings['billing.datevChart'],
    accountLength: settings['billing.datevAccountLength'],
    fiscalYearStart: settings['billing.datevFiscalYearStart'],
    revenueAccounts: settings['billing.datevRevenueAccounts'],
    foreignAccounts: settings['billing.datevForeignAccounts'],
    categories: settings['billing.taxCategories'],
    country: settings['general.country'],
    accounts: settings['billing.datevAccounts'],
    inputTaxKeys: settings['billing.datevInputTaxKeys'],
    reverseChargeKey: settings['billing.datevReverseChargeKey'],
    firstDebtor: settings['billing.datevFirstDebtor'],
    firstCreditor: settings['billing.datevFirstCreditor'],
    zone: settings['general.timezone'],
    name: settings['general.companyName'] ?? found?.name ?? '',
  }
}

/** Numbers of personal accounts have one digit more than others. Those from 7 on are of creditors. */
export const getPersonalRange = (
  { accountLength, firstDebtor, firstCreditor }: DatevSettings,
  role: AccountRole,
): { first: number; end: number } => {
  const unit = 10 ** accountLength
  const first = Number(fitAccount(String(role === 'debtor' ? firstDebtor : firstCreditor), accountLength + 1))
  return { first, end: (role === 'debtor' ? 7 : 10) * unit }
}

/** Returns the fiscal year in which a day lies, both days included. */
export const getFiscalYear = (fiscalYearStart: string, day: Day): { first: Day; last: Day } => {
  const year = Number(day.slice(0, 4))
  const build = (each: number) => `${String(each).padStart(4, '0')}-${fiscalYearStart}`
  const begun = build(year) <= day ? year : year - 1
  return { first: build(begun), last: addDays(build(begun + 1), -1) }
}
