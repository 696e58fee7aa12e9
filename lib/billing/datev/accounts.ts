import type { TaxKind } from '../../../schemas/billing/tax.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import { Problem } from '../../platform/problem.ts'
import type { LineTax } from '../tax.ts'

type Chart = 'SKR03' | 'SKR04'

export type RevenueTax = Pick<LineTax, 'taxCategoryId' | 'taxRatePercent' | 'taxKind'>

interface RevenueAccount {
  account: string
  taxKey?: string | undefined
}

interface Preset {
  /** By tax rate in percent. */
  revenueByRate: Readonly<Record<string, string>>
  /** By kind of tax; the other kinds have the account of their rate. */
  revenueByKind: Readonly<Partial<Record<TaxKind, string>>>
  expense: string
  inputTax: string
  bank: string
  fees: string
}

const PRESETS: Readonly<Record<Chart, Preset>> = {
  SKR03: {
    revenueByRate: { 19: '8400', 7: '8300', 0: '8200' },
    revenueByKind: { exempt: '8100', reverse_charge: '8337', intra_community: '8125', export: '8120' },
    ...{ expense: '4900', inputTax: '1570', bank: '1200', fees: '4970' },
  },
  SKR04: {
    revenueByRate: { 19: '4400', 7: '4300', 0: '4200' },
    revenueByKind: { exempt: '4100', reverse_charge: '4337', intra_community: '4125', export: '4120' },
    ...{ expense: '6300', inputTax: '1400', bank: '1800', fees: '6855' },
  },
}

/** Accounts that compute the tax by themselves. DATEV refuses a tax key on them. */
const AUTOMATIC: Readonly<Record<Chart, readonly string[]>> = {
  SKR03: ['8100', '8120', '8125', '8300', '8310', '8315', '8336', '8337', '8338', '8400'],
  SKR04: ['4100', '4120', '4125', '4300', '4310', '4315', '4336', '4337', '4338', '4400'],
}

export interface AccountSettings {
  chart: Chart
  accountLength: number
  /** Accounts of the tenant's own, by tax category. */
  revenueAccounts: Readonly<Record<string, { account?: string; taxKey?: string }>>
  accounts: { expense?: string; inputTax?: string; bank?: string; fees?: string } | null
  /** Tax keys of bills, by tax rate in percent. */
  inputTaxKeys: Readonly<Record<string, string>>
}

/** Settings by which a document is posted. */
export interface Books extends AccountSettings {
  zone: string
}

export const toPostingDay = ({ zone }: Books, moment: string): Day => toLocalDay(zone, new Date(moment))

/** Lengthens an account as DATEV does: by zeros at its end. */
export const fitAccount = (account: string, length: number): string => {
  if (account.length > length)
    throw new Problem('OPERATION_NOT_ALLOWED', `Account ${account} has more than the ${length} digits that are set.`)
  return account.padEnd(length, '0')
}

const isAutomatic = (account: string, chart: Chart) =>
  AUTOMATIC[chart].some((each) => account.startsWith(each) && /^0*$/.test(account.slice(each.length)))

/** Returns the revenue account of the tax of a line. Throws if neither the settings nor the chart have one. */
export const getRevenueAccount = (
  { chart, accountLength, revenueAccounts }: AccountSettings,
  { taxCategoryId: category, taxRatePercent: ratePercent, taxKind }: RevenueTax,
): Required<RevenueAccount> => {
  const own = category !== null && Object.hasOwn(revenueAccounts, category) ? revenueAccounts[category] : undefined
  const { revenueByKind, revenueByRate } = PRESETS[chart]
  const account = own?.account ?? revenueByKind[taxKind] ?? revenueByRate[ratePercent]
  if (account === undefined)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The tax category ${category ?? '(none)'} with ${ratePercent} % has no revenue account. Set it in billing.datevRevenueAccounts.`,
    )
  const taxKey = isAutomatic(account, chart) ? '' : (own?.taxKey ?? '')
  return { account: fitAccount(account, accountLength), taxKey }
}

export const getAccount = (
  { chart, accountLength, accounts }: AccountSettings,
  name: 'expense' | 'inputTax' | 'bank' | 'fees',
): string => fitAccount(accounts?.[name] ?? PRESETS[chart][name], accountLength)
