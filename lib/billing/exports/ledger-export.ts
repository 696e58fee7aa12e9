import { LedgerEntryFields } from '../../../schemas/billing/ledger.ts'
import type { Collection, Filters } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { addDays } from '../../platform/calendar/day.ts'
import { requireCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import type { StoredLedgerEntry } from '../ledger/ledger-entry.ts'
import { ledgerEntries } from '../ledger/ledger-store.ts'

const toRow = ({ recordKind: kind, receivables, dueDay, daysLate, ...entry }: StoredLedgerEntry) => ({
  ...entry,
  kind,
  account: receivables === undefined ? 'payable' : 'receivable',
  // The day that the entry had when it was posted, also if the tenant changed its time zone since.
  postedOn: addDays(dueDay, daysLate),
})

const passes = (
  row: ReturnType<typeof toRow>,
  { partnerId, currency, account, kind, postedFrom, postedTo }: Filters,
): boolean =>
  (!partnerId || row.partnerId === partnerId) &&
  (!currency || row.currency === currency) &&
  (!account || row.account === account) &&
  (!kind || row.kind === kind) &&
  (!postedFrom || row.postedOn >= postedFrom) &&
  (!postedTo || row.postedOn <= postedTo)

export const ledgerExport: Collection = defineCollection({
  name: 'ledger_entries',
  scope: 'billing:ledger:read',
  of: LedgerEntryFields,
  currencyField: 'currency',
  async check(_app, _tenant, filters) {
    if (filters.currency !== undefined) requireCurrencyOfRecords(filters.currency, 'currency')
    checkRange(filters, 'postedFrom', 'postedTo')
  },
  // The items themselves are read, since rows of a list by partner or day would make every entry dearer to write.
  async read({ db }, tenant, { filters, after, limit }) {
    const { items, next } = await scanPart(db, ledgerEntries, tenant, { after, limit })
    return { rows: items.map(toRow).filter((row) => passes(row, filters)), next }
  },
})
