import { optional, preset } from './definition.ts'
import * as form from './forms.ts'
import { choice, mapOf, members, text, whole } from './kinds.ts'

const account = text(8, { form: form.account })
const taxKey = text(4, { form: form.taxKey })

/** Settings of posting batches for DATEV. */
export const DATEV_SETTINGS = {
  'billing.datevConsultant': optional(whole(1001, 9_999_999), 'DATEV consultant', 'Number of your tax consultant.'),
  'billing.datevClient': optional(whole(1, 99_999), 'DATEV client', 'Your number as a client of the tax consultant.'),
  'billing.datevChart': preset(
    choice(['SKR03', 'SKR04']),
    'SKR03',
    'Chart of accounts',
    'Chart from which accounts come that you do not set.',
  ),
  'billing.datevAccountLength': preset(
    whole(4, 8),
    4,
    'Account length',
    'Digits of general ledger accounts. Accounts of partners have one more.',
  ),
  'billing.datevFiscalYearStart': preset(
    text(5, { form: form.firstOfMonth }),
    '01-01',
    'Fiscal year',
    'First day of the fiscal year, as month and day.',
  ),
  'billing.datevRevenueAccounts': preset(
    mapOf(form.name, members({ account, taxKey }), 100),
    {},
    'Revenue accounts',
    'Account and tax key by tax category, such as {"standard": {"account": "8400"}}; others have those of their kind. Automatic accounts get no key.',
  ),
  'billing.datevForeignAccounts': preset(
    mapOf(form.country, members({ account, taxKey }), 60, 4096),
    {},
    'Revenue accounts of other countries',
    'Account and tax key by country whose tax is owed: {"AT": {"account": "8321"}}. Members of the European Union have account 8320 or 4320 by default.',
  ),
  'billing.datevAccounts': optional(
    members({ expense: account, inputTax: account, bank: account, fees: account }),
    'Other accounts',
    'Accounts of expenses, input tax, the bank and its fees. Defaults to those of the chart.',
  ),
  'billing.datevInputTaxKeys': preset(
    mapOf(form.rate, taxKey, 20),
    { 19: '9', 7: '8' },
    'Input tax keys',
    'Tax key of bills by tax rate in percent. The tax of a bill at another rate is posted apart.',
  ),
  'billing.datevReverseChargeKey': preset(
    taxKey,
    '94',
    'Reverse charge key',
    'Tax key of self-billed services whose tax you owe, since the supplier is abroad. Automatic accounts get no key.',
  ),
  'billing.datevFirstDebtor': preset(
    whole(1, 699_999_999),
    10_000,
    'First debtor',
    'Number from which partners get debtor accounts. Each keeps the one it has.',
  ),
  'billing.datevFirstCreditor': preset(
    whole(1, 999_999_999),
    70_000,
    'First creditor',
    'Number from which partners get creditor accounts. Each keeps the one it has.',
  ),
} as const
