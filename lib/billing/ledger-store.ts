import type { Id } from '../id.ts'
import { entity, partition } from '../store/entity.ts'
import type { Key } from '../store/table.ts'
import type { StoredLedgerEntry } from './ledger.ts'

// Entries:   T#<tenant>#ledger-entry / <id>   written once; an account's in the order of issuedAt with their sums, and
//                                             sums in the order of dueDay
// Accounts:  T#<tenant>#ledger-account / <partner>#<currency>   there since the first entry

/** Days overdue with which a bucket of a statement begins. */
export const OVERDUE_SINCE = [1, 31, 61, 91] as const
export type OverdueSince = (typeof OVERDUE_SINCE)[number]

export const overdueSum = (days: OverdueSince) => `overdue${days}`

/**
 * An entry is overdue by so many days from the later of two moments on: when it came, which the order of issuedAt
 * tells, or when that day began, which the order of dueDay tells. So it is added up in one of them.
 */
const overdueSums = (
  entry: StoredLedgerEntry,
  isHere: (entry: StoredLedgerEntry, days: OverdueSince) => boolean,
): Record<string, number> =>
  Object.fromEntries(
    OVERDUE_SINCE.filter((days) => isHere(entry, days)).map((days) => [overdueSum(days), entry.amount]),
  )

export const ledgerEntries = entity<StoredLedgerEntry>({
  name: 'ledger-entry',
  shape: 1,
  lists: [
    {
      by: ['account'],
      facets: [],
      byMoment: 'issuedAt',
      sums: (entry) => ({ amount: entry.amount, ...overdueSums(entry, ({ daysLate }, days) => daysLate >= days) }),
    },
    {
      by: ['account'],
      facets: [],
      byDate: 'dueDay',
      sums: (entry) => overdueSums(entry, ({ daysLate }, days) => daysLate < days),
      rows: false,
    },
  ],
})

export const accountKey = (tenant: Id, account: string): Key => ({
  pk: partition(tenant, 'ledger-account'),
  sk: account,
})
