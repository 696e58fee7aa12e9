import { addDays, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import type { Totals } from '../../platform/store/lists/count-buckets.ts'
import { readTotals, type SummedList } from '../../platform/store/lists/running-totals.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { StoredLedgerEntry } from './ledger.ts'

// Entries:   T#<tenant>#ledger-entry / <id>   written once; an account's in the order of issuedAt with their sums, and
//                                             sums in the order of dueDay
// Accounts:  T#<tenant>#ledger-account / <partner>#<currency>   there since the first entry

export const buildAccount = (partnerId: Id, currency: string): string => `${partnerId}#${currency}`

/** Days overdue with which a bucket of a statement begins. */
const OVERDUE_SINCE = [1, 31, 61, 91] as const
type OverdueSince = (typeof OVERDUE_SINCE)[number]

const nameOverdueSum = (days: OverdueSince) => `overdue${days}`

/**
 * An entry is overdue by so many days from the later of two moments on: when it came, which the order of issuedAt
 * tells, or when that day began, which the order of dueDay tells. So it is added up in one of them.
 */
const computeOverdueSums = (
  entry: StoredLedgerEntry,
  isHere: (entry: StoredLedgerEntry, days: OverdueSince) => boolean,
): Record<string, number> =>
  Object.fromEntries(
    OVERDUE_SINCE.filter((days) => isHere(entry, days)).map((days) => [nameOverdueSum(days), entry.amount]),
  )

export const ledgerEntries = entity<StoredLedgerEntry>({
  name: 'ledger-entry',
  shape: 1,
  lists: [
    {
      by: ['account'],
      facets: [],
      byMoment: 'issuedAt',
      sums: (entry) => ({
        amount: entry.amount,
        ...computeOverdueSums(entry, ({ daysLate }, days) => daysLate >= days),
      }),
    },
    {
      by: ['account'],
      facets: [],
      byDate: 'dueDay',
      sums: (entry) => computeOverdueSums(entry, ({ daysLate }, days) => daysLate < days),
      rows: false,
    },
  ],
})

const accountsPartition = (tenant: Id) => partition(tenant, 'ledger-account')

export const accountKey = (tenant: Id, account: string): Key => ({ pk: accountsPartition(tenant), sk: account })

/** In which currencies there is anything about the partner, in the order of the alphabet. */
export const listCurrencies = async (db: Table, tenant: Id, partnerId: Id): Promise<string[]> => {
  const prefix = buildAccount(partnerId, '')
  const found = await db.query({ pk: accountsPartition(tenant), prefix, only: [] })
  return found.map(({ sk }) => sk.slice(prefix.length))
}

/** The account's entries in the order in which they were issued. */
export const listByIssue = (db: Table, tenant: Id, account: string): SummedList<StoredLedgerEntry> => ({
  db,
  kind: ledgerEntries,
  tenant,
  by: { account },
  field: 'issuedAt',
})

/** What had come in time and was overdue on a day, by so many days each. */
export const readOverdueOnDay = (account: SummedList<StoredLedgerEntry>, day: Day): Promise<Totals[]> =>
  Promise.all(OVERDUE_SINCE.map((days) => readTotals({ ...account, field: 'dueDay' }, addDays(day, -days))))

/** With what was overdue when it came: all that is overdue, by so many days each. */
export const computeOverdue = (cameLate: Totals, byDay: readonly Totals[]): bigint[] =>
  OVERDUE_SINCE.map((days, i) => {
    const name = nameOverdueSum(days)
    return (cameLate.sums[name] ?? 0n) + (byDay[i]?.sums[name] ?? 0n)
  })
