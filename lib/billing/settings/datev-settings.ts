import { defineSettings, optional, preset } from '../../platform/settings/define-settings.ts'
import * as form from '../../platform/settings/forms.ts'
import { choice, mapOf, members, text, whole } from '../../platform/settings/kinds.ts'

const account = text(8, { form: form.account })
const taxKey = text(4, { form: form.taxKey })

/** Settings of posting batches for DATEV. */
export const DATEV_SETTINGS = defineSettings('billing', {
  datevConsultant: optional(whole(1001, 9_999_999), 'DATEV consultant', 'Number of your tax consultant.'),
  datevClient: optional(whole(1, 99_999), 'DATEV client', 'Your number as a client of the tax consultant.'),
  datevChart: preset(
    choice(['SKR03', 'SKR04']),
    'SKR03',
    'Chart of accounts',
    'Chart from which accounts come that you do not set.',
  ),
  datevAccountLength: preset(
    whole(4, 8),
    4,
    'Account length',
    'Digits of general ledger accounts. Accounts of partners have one more.',
  ),
  datevFiscalYearStart: preset(
    text(5, { form: form.firstOfMonth }),
    '01-01',
    'Fiscal year',
    'First day of the fiscal year, as month and day.',
  ),
  datevRevenueAccounts: preset(
    mapOf(form.name, members({ account, taxKey }), 100),
    {},
    'Revenue accounts',
    'Account and tax key by tax category, such as {"standard": {"account": "8400"}}; others have those of their kind. Automatic accounts get no key.',
  ),
  datevForeignAccounts: preset(
    mapOf(form.country, members({ account, taxKey }), 60, 4096),
    {},
    'Revenue accounts of other countries',
    'Account and tax key by country whose tax is owed: {"AT": {"account": "8321"}}. Members of the European Union have account 8320 or 4320 by default.',
  ),
  datevAccounts: optional(
    members({ expense: account, inputTax: account, bank: account, fees: account }),
    'Other accounts',
    'Accounts of expenses, input tax, the bank and its fees. Defaults to those of the chart.',
  ),
  datevInputTaxKeys: preset(
    mapOf(form.rate, taxKey, 20),
    { 19: '9', 7: '8' },
    'Input tax keys',
    'Tax key of bills by tax rate in percent. The tax of a bill at another rate is posted apart.',
  ),
  datevReverseChargeKey: preset(
    taxKey,
    '94',
    'Reverse charge key',
    'Tax key of self-billed services whose tax you owe, since the supplier is abroad. Automatic accounts get no key.',
  ),
  datevFirstDebtor: preset(
    whole(1, 699_999_999),
    10_000,
    'First debtor',
    'Number from which partners get debtor accounts. Each keeps the one it has.',
  ),
  datevFirstCreditor: preset(
    whole(1, 999_999_999),
    70_000,
    'First creditor',
    'Number from which partners get creditor accounts. Each keeps the one it has.',
  ),
})
