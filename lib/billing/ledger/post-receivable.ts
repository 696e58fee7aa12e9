import type { ReceivableKind } from '../../../schemas/billing/ledger.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { readRunningTotals } from '../../platform/store/lists/running-totals.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { toLedgerDay } from './ledger-entry.ts'
import { ledgerEntries } from './ledger-store.ts'

/** A change of the amount that a partner owes. */
interface ReceivablePosting {
  partnerId: Id
  currency: string
  kind: ReceivableKind
  recordId: Id
  /** Resource URI of the record. */
  ref: string
  number: string | null
  at: string
  /** In minor units; above 0 raises what the partner owes, below 0 lowers it. */
  amount: number
}

/** Adds an entry to the partner's receivable account, in the transaction of the change that causes it. */
export const postReceivable = (unit: Unit, { kind, at, ...posting }: ReceivablePosting, zone: string): void => {
  if (!posting.amount) return
  const postedOn = toLedgerDay(at, zone)
  unit.create(ledgerEntries, {
    ...posting,
    recordKind: kind,
    issuedAt: at,
    dueAt: null,
    account: null,
    dueDay: postedOn,
    daysLate: 0,
    receivables: buildAccountKey(posting.partnerId, posting.currency),
    postedOn,
  })
}

/** Last day that the calendar of the ledger has. */
const END_OF_TIME = '9999-12-31'

/** Reads what a partner owes in a currency after all entries; below 0, the partner has more credit than it owes. */
export const readReceivableBalance = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
  currency: string,
): Promise<bigint> => {
  const by = { receivables: buildAccountKey(partnerId, currency) }
  const account = { db, kind: ledgerEntries, tenant, by, field: 'postedOn' } as const
  return (await readRunningTotals(account, END_OF_TIME)).sums.amount ?? 0n
}
