import { StatementLineFields } from '../../../schemas/billing/statement.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import { requireCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { listCurrencies } from '../ledger/ledger-store.ts'
import { readLedgerPart } from '../partner-statements/read-ledger-part.ts'
import { parseRange } from '../partner-statements/statement.ts'

/** The position in the statements of a partner, whose currencies follow each other. */
interface Cursor {
  currency: string
  /** Cursor of the account; null at its beginning. */
  after: string | null
  /** Balance before the next line. */
  balance: string | null
}

const OPEN_END = '9999-12-31T23:59:59.999Z'

export const statementLineExport: Collection = defineCollection({
  name: 'statement_lines',
  scope: 'billing:statement:read',
  of: StatementLineFields,
  omit: ['amountFormatted', 'runningBalanceFormatted'],
  currencyField: 'currency',
  async check({ db }, tenant, { partnerId = '', currency, from, to }) {
    if (currency !== undefined) requireCurrencyOfRecords(currency, 'currency')
    parseRange({ from, to }, await getSetting({ db }, tenant, GENERAL_SETTINGS.timezone), new Date(OPEN_END))
    await requireNamedPartner(db, tenant, partnerId)
  },
  async read({ db }, tenant, { filters: { partnerId = '', currency, from, to }, after, limit }) {
    const found = await listCurrencies(db, tenant, partnerId)
    const currencies = found.filter((each) => currency === undefined || each === currency)
    const cursor: Cursor | undefined = after === null ? undefined : JSON.parse(after)
    const current = cursor?.currency ?? currencies[0]
    if (current === undefined) return { rows: [], next: null }
    const { lines, next, balance } = await readLedgerPart(db, tenant, {
      ...{ partnerId, currency: current, limit },
      ...parseRange({ from, to }, await getSetting({ db }, tenant, GENERAL_SETTINGS.timezone), new Date(OPEN_END)),
      after: cursor?.after ?? null,
      balance: cursor?.balance ?? null,
    })
    if (next !== null) return { rows: lines, next: JSON.stringify({ currency: current, after: next, balance }) }
    const following = currencies.find((each) => each > current)
    return {
      rows: lines,
      next: following ? JSON.stringify({ currency: following, after: null, balance: null } satisfies Cursor) : null,
    }
  },
})
