import { NO_SUPPLY_KINDS, type TaxKind } from '../../../schemas/billing/tax.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import { Problem } from '../../platform/problem.ts'
import type { LineTax } from '../tax.ts'
import { findAreaOfCountry, findMemberOfVatId } from '../taxes/vat-area.ts'

type Chart = 'SKR03' | 'SKR04'

export type RevenueTax = Pick<
  LineTax,
  'taxCategoryId' | 'taxRatePercent' | 'taxKind' | 'taxCountry' | 'dispatchCountry'
>

/** The partner of a document, as its postings name it. */
export interface PostedPartner {
  /** Number of the personal account. */
  account: string
  vatId: string | null
}

/** Tax of another member state, as a posting names it. */
export interface ForeignTax {
  /** Prefix of its VAT ids. */
  country: string
  ratePercent: number
}

interface RevenueAccount {
  account: string
  taxKey: string
  foreign: ForeignTax | null
  /** VAT id of a buyer in another member state, by which the recapitulative statement names the supply. */
  buyerVatId: string | null
}

interface Preset {
  /** By tax rate in percent. */
  revenueByRate: Readonly<Record<string, string>>
  /**
   * By kind of tax; the other kinds have the account of their rate. What is no supply is no revenue: vouchers are a liability,
   * and the rest is passed on.
   */
  revenueByKind: Readonly<Partial<Record<TaxKind, string>>>
  /** The account of services that buyers in other member states tax. */
  servicesAbroad: string
  /** Of supplies that another member state taxes. */
  foreignRevenue: string
  expense: string
  inputTax: string
  bank: string
  fees: string
}

const PRESETS: Readonly<Record<Chart, Preset>> = {
  SKR03: {
    revenueByRate: { 19: '8400', 7: '8300', 0: '8200' },
    revenueByKind: {
      ...{ exempt: '8100', reverse_charge: '8337', intra_community: '8125', export: '8120' },
      ...{ voucher: '1700', tip: '1590', disbursement: '1590' },
    },
    servicesAbroad: '8336',
    foreignRevenue: '8320',
    ...{ expense: '4900', inputTax: '1570', bank: '1200', fees: '4970' },
  },
  SKR04: {
    revenueByRate: { 19: '4400', 7: '4300', 0: '4200' },
    revenueByKind: {
      ...{ exempt: '4100', reverse_charge: '4337', intra_community: '4125', export: '4120' },
      ...{ voucher: '3500', tip: '1370', disbursement: '1370' },
    },
    servicesAbroad: '4336',
    foreignRevenue: '4320',
    ...{ expense: '6300', inputTax: '1400', bank: '1800', fees: '6855' },
  },
}

/** Accounts that compute the tax by themselves. DATEV refuses a tax key on them. */
const AUTOMATIC: Readonly<Record<Chart, readonly string[]>> = {
  SKR03: ['3123', '3125', '8100', '8120', '8125', '8300', '8310', '8315', '8336', '8337', '8338', '8400'],
  SKR04: ['5923', '5925', '4100', '4120', '4125', '4300', '4310', '4315', '4336', '4337', '4338', '4400'],
}

interface OwnAccount {
  account?: string
  taxKey?: string
}

export interface AccountSettings {
  chart: Chart
  accountLength: number
  /** Accounts of the tenant's own, by tax category. */
  revenueAccounts: Readonly<Record<string, OwnAccount>>
  /** Accounts of the tenant's own, by the country whose tax is owed. */
  foreignAccounts: Readonly<Record<string, OwnAccount>>
  /** Kinds that the tenant gave its tax categories. */
  categories: Readonly<Record<string, { kind?: TaxKind }>>
  /** The tenant's country. */
  country: string | null
  accounts: { expense?: string; inputTax?: string; bank?: string; fees?: string } | null
  /** Tax keys of bills, by tax rate in percent. */
  inputTaxKeys: Readonly<Record<string, string>>
  /** Tax key of services from abroad whose tax the tenant owes. */
  reverseChargeKey: string
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

/** Keys of several cases of reverse charge, of which a posting names its own; keys of three digits are of one case each. */
const KEYS_OF_CASES = ['91', '92', '94', '95']

/** Cases of section 13b UStG as DATEV counts them: services of businesses in other member states, and of those elsewhere. */
const SHIFTED_CASES = { reverse_charge: '7', elsewhere: '1' }

/** Returns the key of a posting whose tax the tenant owes, and its case; none on an account that computes that tax by itself. */
export const chooseShiftedTax = (
  { chart, reverseChargeKey: taxKey }: AccountSettings,
  account: string,
  taxKind: TaxKind,
): { taxKey: string; shiftedCase?: string } => {
  if (isAutomatic(account, chart)) return { taxKey: '' }
  if (!KEYS_OF_CASES.includes(taxKey)) return { taxKey }
  return { taxKey, shiftedCase: SHIFTED_CASES[taxKind === 'reverse_charge' ? taxKind : 'elsewhere'] }
}

const findOwn = <T>(record: Readonly<Record<string, T>>, name: string | null): T | undefined =>
  name !== null && Object.hasOwn(record, name) ? record[name] : undefined

/** Kinds that a rule can give a line, whatever its category. */
const RULED_KINDS: readonly TaxKind[] = ['intra_community', 'reverse_charge', 'export', ...NO_SUPPLY_KINDS]

/** Finds the tenant's account of a category; that of its kind, if a rule and not the category gave it. */
const findOwnAccount = (
  { revenueAccounts, categories }: AccountSettings,
  { taxCategoryId: category, taxKind }: RevenueTax,
): OwnAccount | undefined => {
  const isRuled = RULED_KINDS.includes(taxKind) && (findOwn(categories, category)?.kind ?? category) !== taxKind
  return findOwn(revenueAccounts, isRuled ? taxKind : category)
}

/**
 * Tax keys by which DATEV computes the tax of another member state: goods from home, from elsewhere, and from elsewhere to
 * home.
 */
const FOREIGN_KEYS = { fromHome: '240', fromAbroad: '241', toHome: '285' }

const chooseForeignKey = ({ country }: AccountSettings, { taxCountry, dispatchCountry }: RevenueTax): string => {
  if (taxCountry === country) return FOREIGN_KEYS.toHome
  return dispatchCountry === null || dispatchCountry === country ? FOREIGN_KEYS.fromHome : FOREIGN_KEYS.fromAbroad
}

/** Finds the account of a tax of another country; a rate of a member state is never taken for one of the own country. */
const findForeignAccount = (settings: AccountSettings, tax: RevenueTax, taxCountry: string) => {
  const own = findOwn(settings.foreignAccounts, taxCountry)
  // Only goods of Northern Ireland are taxed by rates of the United Kingdom in the Union.
  const prefix = taxCountry === 'GB' ? 'XI' : findAreaOfCountry(taxCountry).member
  const preset = prefix === null ? undefined : PRESETS[settings.chart].foreignRevenue
  const foreign = prefix === null ? null : { country: prefix, ratePercent: tax.taxRatePercent }
  return { account: own?.account ?? preset, key: own?.taxKey ?? (preset && chooseForeignKey(settings, tax)), foreign }
}

/** Kinds of which the recapitulative statement names the buyer, if that is a business of another member state. */
const REPORTED_KINDS: readonly TaxKind[] = ['intra_community', 'reverse_charge']

const findReportedVatId = ({ country }: AccountSettings, { taxKind }: RevenueTax, vatId: string | null) => {
  const member = REPORTED_KINDS.includes(taxKind) ? findMemberOfVatId(vatId) : null
  return member !== null && (country === null || member !== findAreaOfCountry(country).member) ? vatId : null
}

const findHomeAccount = (settings: AccountSettings, tax: RevenueTax, buyerVatId: string | null) => {
  const own = findOwnAccount(settings, tax)
  const { revenueByKind, revenueByRate, servicesAbroad } = PRESETS[settings.chart]
  const byKind = tax.taxKind === 'reverse_charge' && buyerVatId !== null ? servicesAbroad : revenueByKind[tax.taxKind]
  return {
    account: own?.account ?? byKind ?? revenueByRate[tax.taxRatePercent],
    key: own?.taxKey,
    foreign: null,
  }
}

/** Returns the revenue account of the tax of a line. Throws if neither the settings nor the chart have one. */
export const getRevenueAccount = (
  settings: AccountSettings,
  tax: RevenueTax,
  vatId: string | null = null,
): RevenueAccount => {
  const { taxCategoryId: category, taxRatePercent: ratePercent, taxCountry } = tax
  const buyerVatId = taxCountry === null ? findReportedVatId(settings, tax, vatId) : null
  const { account, key, foreign } =
    taxCountry === null ? findHomeAccount(settings, tax, buyerVatId) : findForeignAccount(settings, tax, taxCountry)
  if (account === undefined) {
    const [name, setting] =
      taxCountry === null
        ? [`The tax category ${category ?? '(none)'} with ${ratePercent} %`, 'billing.datevRevenueAccounts']
        : [`Tax of ${taxCountry}`, 'billing.datevForeignAccounts']
    throw new Problem('OPERATION_NOT_ALLOWED', `${name} has no revenue account. Set it in ${setting}.`)
  }
  const taxKey = isAutomatic(account, settings.chart) ? '' : (key ?? '')
  return { account: fitAccount(account, settings.accountLength), taxKey, foreign, buyerVatId }
}

export const getAccount = (
  { chart, accountLength, accounts }: AccountSettings,
  name: 'expense' | 'inputTax' | 'bank' | 'fees',
): string => fitAccount(accounts?.[name] ?? PRESETS[chart][name], accountLength)
