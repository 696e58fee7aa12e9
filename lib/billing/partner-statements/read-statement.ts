import type { Aging } from '../../../schemas/billing/statement.ts'
import type { Id } from '../../platform/id.ts'
import { itemKey } from '../../platform/store/entities/entity.ts'
import type { Totals } from '../../platform/store/lists/count-buckets.ts'
import { readPart, readTotals, readUndisturbed } from '../../platform/store/lists/running-totals.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { bills } from '../bills/bill-store.ts'
import { creditNotes } from '../credit-notes/credit-note-store.ts'
import { type StoredLedgerEntry, toLedgerDay } from '../ledger/ledger.ts'
import { buildAccount, computeOverdue, listByIssue, readOverdueOnDay } from '../ledger/ledger-store.ts'
import { settlements } from '../settlements/settlement-store.ts'
import { buildStatementLines, computeAging, type Line, type StatementRange, toAmount } from './statement.ts'

const RECORDS = { bill: bills, settlement: settlements, credit_note: creditNotes } as const

/** What the records of these entries are like now; a payment was made, whatever became of what it paid. */
const readStatuses = async (db: Table, tenant: Id, entries: readonly StoredLedgerEntry[]) => {
  const keys = new Map(
    entries.flatMap(({ recordKind: kind, recordId }) =>
      kind === 'outgoing_payment' ? [] : [[recordId, itemKey(tenant, RECORDS[kind], recordId)]],
    ),
  )
  const items = keys.size ? await db.batchGet([...keys.values()]) : []
  const byId = new Map(items.map(({ sk, status }) => [sk, status as string]))
  return ({ recordKind: kind, recordId }: StoredLedgerEntry) =>
    kind === 'outgoing_payment' ? 'paid' : (byId.get(recordId) ?? null)
}

const subtractMillisecond = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

const NOTHING: Totals = { size: 0, sums: {} }

export interface Asked extends StatementRange {
  partnerId: Id
  currency: string
  zone: string
  /** The number of lines to leave out, and the number to show. */
  skip: number
  most: number
}

export interface Statement {
  currency: string
  openingBalance: number
  closingBalance: number
  lineCount: number
  lines: Line[]
  aging: Aging
}

/** What there is between a tenant and a partner in one currency; all of it as it was at one moment. */
export const readStatement = async (db: Table, tenant: Id, asked: Asked): Promise<Statement> => {
  const { partnerId, currency, from, to, zone, skip, most } = asked
  const account = listByIssue(db, tenant, buildAccount(partnerId, currency))
  const { opening, closing, byDay, part } = await readUndisturbed(account, async () => {
    const [opening, closing, byDay] = await Promise.all([
      from ? readTotals(account, subtractMillisecond(from)) : NOTHING,
      readTotals(account, to),
      readOverdueOnDay(account, toLedgerDay(to, zone)),
    ])
    const wanted = Math.min(most, closing.size - opening.size - skip)
    const part =
      wanted > 0
        ? await readPart(account, { from, to, opening, closing }, skip, wanted)
        : { items: [], before: closing }
    return { opening, closing, byDay, part }
  })
  const getBalance = ({ sums }: Totals) => sums.amount ?? 0n
  return {
    currency,
    openingBalance: toAmount(getBalance(opening)),
    closingBalance: toAmount(getBalance(closing)),
    lineCount: closing.size - opening.size,
    lines: buildStatementLines(part.items, getBalance(part.before), await readStatuses(db, tenant, part.items)),
    aging: computeAging(getBalance(closing), computeOverdue(closing, byDay)),
  }
}
