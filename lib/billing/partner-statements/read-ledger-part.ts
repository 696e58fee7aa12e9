import type { Id } from '../../platform/id.ts'
import { readRunningTotals, scanAccount } from '../../platform/store/lists/running-totals.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildAccountKey } from '../account-key.ts'
import { buildAccountList } from '../ledger/ledger-store.ts'
import { readStatuses, subtractMillisecond } from './read-statement.ts'
import { buildStatementLines, type Line, type StatementRange } from './statement.ts'

interface Asked extends StatementRange {
  partnerId: Id
  currency: string
  /** Cursor after the last line that was read before; null at the beginning. */
  after: string | null
  /** Balance before the next line; null at the beginning. */
  balance: string | null
  limit: number
}

/** Reads the next lines of an account, oldest first, with the balance after each. */
export const readLedgerPart = async (
  db: Table,
  tenant: Id,
  { partnerId, currency, from, to, after, balance, limit }: Asked,
): Promise<{ lines: Line[]; next: string | null; balance: string }> => {
  const account = buildAccountList(db, tenant, buildAccountKey(partnerId, currency))
  const readOpening = async () => {
    if (from === undefined) return 0n
    const { sums } = await readRunningTotals(account, subtractMillisecond(from))
    return sums.amount ?? 0n
  }
  const before = balance === null ? await readOpening() : BigInt(balance)
  const { items, next } = await scanAccount(account, { from, to, after, limit })
  const lines = buildStatementLines(items, before, await readStatuses(db, tenant, items))
  return {
    lines,
    next,
    balance: String(lines.at(-1)?.runningBalance ?? before),
  }
}
