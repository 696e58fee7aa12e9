import { addDays, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { readRunningTotals, type SummedList } from '../../platform/store/lists/running-totals.ts'
import type { Totals } from '../../platform/store/lists/sum-totals.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { buildAccountKey } from '../account-key.ts'
import type { StoredLedgerEntry } from './ledger-entry.ts'

// Entries:   T#<tenant>#ledger-entry / <id>   written once; listed by account in the order of issuedAt, with sums; also
//                                             summed in the order of dueDay, without rows; entries of receivables
//                                             are only summed by receivable account in the order of postedOn
// Accounts:  T#<tenant>#ledger-account / <partner>#<currency>   written with the first entry

/** First day overdue of each aging bucket of a statement. */
const OVERDUE_SINCE = [1, 31, 61, 91] as const
type OverdueSince = (typeof OVERDUE_SINCE)[number]

const nameOverdueSum = (days: OverdueSince) => `overdue${days}`

/** Returns the amount for each bucket that `hasBucket` selects. Decision 27 explains the two lists with an example. */
const computeOverdueSums = (
  { amount, daysLate }: StoredLedgerEntry,
  hasBucket: (daysLate: number, days: OverdueSince) => boolean,
): Record<string, number> =>
  Object.fromEntries(
    OVERDUE_SINCE.filter((days) => hasBucket(daysLate, days)).map((days) => [nameOverdueSum(days), amount]),
  )

export const ledgerEntries = entity<StoredLedgerEntry>({
  name: 'ledger-entry',
  shape: 1,
  audit: false,
  lists: [
    // Read by exports. Without counts and rows of its own, it adds nothing to what an entry costs.
    { facets: [], uncounted: true },
    {
      by: ['account'],
      facets: [],
      byMoment: 'issuedAt',
      sums: (entry) => ({
        amount: entry.amount,
        // Already overdue by `days` when it was issued.
        ...computeOverdueSums(entry, (daysLate, days) => daysLate >= days),
      }),
    },
    {
      by: ['account'],
      facets: [],
      byDate: 'dueDay',
      // Overdue by `days` only later, counted from `dueDay`.
      sums: (entry) => computeOverdueSums(entry, (daysLate, days) => daysLate < days),
      rows: false,
    },
    { by: ['receivables'], facets: [], byDate: 'postedOn', sums: ({ amount }) => ({ amount }), rows: false },
  ],
})

const accountsPartition = (tenant: Id) => partition(tenant, 'ledger-account')

export const ledgerAccountKey = (tenant: Id, account: string): Key => ({ pk: accountsPartition(tenant), sk: account })

/** Lists the currencies of the partner's accounts in alphabetical order. */
export const listCurrencies = async (db: Table, tenant: Id, partnerId: Id): Promise<string[]> => {
  const prefix = buildAccountKey(partnerId, '')
  const found = await db.query({ pk: accountsPartition(tenant), prefix, only: [] })
  return found.map(({ sk }) => sk.slice(prefix.length))
}

/** Describes the list of an account's entries in the order of `issuedAt`. */
export const buildAccountList = (db: Table, tenant: Id, account: string): SummedList<StoredLedgerEntry> => ({
  db,
  kind: ledgerEntries,
  tenant,
  by: { account },
  field: 'issuedAt',
})

/** Reads, for each bucket, the entries that were not yet overdue by that many days when issued, but are so on the day. */
export const readOverdueOnDay = (account: SummedList<StoredLedgerEntry>, day: Day): Promise<Totals[]> =>
  Promise.all(OVERDUE_SINCE.map((days) => readRunningTotals({ ...account, field: 'dueDay' }, addDays(day, -days))))

/** Adds both lists up to the balance overdue by at least 1, 31, 61 and 91 days. */
export const computeOverdue = (byIssue: Totals, byDueDay: readonly Totals[]): bigint[] =>
  OVERDUE_SINCE.map((days, i) => {
    const name = nameOverdueSum(days)
    return (byIssue.sums[name] ?? 0n) + (byDueDay[i]?.sums[name] ?? 0n)
  })
