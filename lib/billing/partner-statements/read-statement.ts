import type { Aging } from '../../../schemas/billing/statement.ts'
import type { Id } from '../../platform/id.ts'
import { itemKey } from '../../platform/store/entities/entity.ts'
import { readPart, readRunningTotals, readUndisturbed } from '../../platform/store/lists/running-totals.ts'
import type { Totals } from '../../platform/store/lists/sum-totals.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildAccountKey } from '../account-key.ts'
import { bills } from '../bills/bill-store.ts'
import { creditNotes } from '../credit-notes/credit-note-store.ts'
import { type StoredLedgerEntry, toLedgerDay } from '../ledger/ledger-entry.ts'
import { buildAccountList, computeOverdue, readOverdueOnDay } from '../ledger/ledger-store.ts'
import { settlements } from '../settlements/settlement-store.ts'
import { buildStatementLines, computeAging, type Line, type StatementRange, toAmount } from './statement.ts'

const ENTITIES = { bill: bills, settlement: settlements, credit_note: creditNotes } as const

const getEntity = (kind: StoredLedgerEntry['recordKind']) =>
  kind in ENTITIES ? ENTITIES[kind as keyof typeof ENTITIES] : undefined

/** Reads the current statuses of the entries' records; a payment is always `paid`, whatever became of its settlement. */
export const readStatuses = async (db: Table, tenant: Id, entries: readonly StoredLedgerEntry[]) => {
  const keys = new Map(
    entries.flatMap(({ recordKind, recordId }) => {
      const kind = getEntity(recordKind)
      return kind ? [[recordId, itemKey(tenant, kind, recordId)]] : []
    }),
  )
  const items = keys.size ? await db.batchGet<{ status: string }>([...keys.values()]) : []
  const byId = new Map(items.map(({ sk, status }) => [sk, status]))
  return ({ recordKind, recordId }: StoredLedgerEntry) =>
    getEntity(recordKind) ? (byId.get(recordId) ?? null) : 'paid'
}

export const subtractMillisecond = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

const NO_ENTRIES: Totals = { size: 0, sums: {} }

export interface StatementRequest extends StatementRange {
  partnerId: Id
  currency: string
  zone: string
  /** Number of lines to leave out before the first one shown. */
  skip: number
  maxLines: number
}

export interface Statement {
  currency: string
  openingBalance: number
  closingBalance: number
  lineCount: number
  lines: Line[]
  aging: Aging
}

/** Reads the statement of one account. All of its parts are consistent with each other. */
export const readStatement = async (db: Table, tenant: Id, request: StatementRequest): Promise<Statement> => {
  const { partnerId, currency, from, to, zone, skip, maxLines } = request
  const account = buildAccountList(db, tenant, buildAccountKey(partnerId, currency))
  const { opening, closing, byDueDay, part } = await readUndisturbed(account, async () => {
    const [opening, closing, byDueDay] = await Promise.all([
      from ? readRunningTotals(account, subtractMillisecond(from)) : NO_ENTRIES,
      readRunningTotals(account, to),
      readOverdueOnDay(account, toLedgerDay(to, zone)),
    ])
    const count = Math.min(maxLines, closing.size - opening.size - skip)
    const part =
      count > 0 ? await readPart(account, { from, to, opening, closing }, skip, count) : { items: [], before: closing }
    return { opening, closing, byDueDay, part }
  })
  const getBalance = ({ sums }: Totals) => sums.amount ?? 0n
  return {
    currency,
    openingBalance: toAmount(getBalance(opening)),
    closingBalance: toAmount(getBalance(closing)),
    lineCount: closing.size - opening.size,
    lines: buildStatementLines(part.items, getBalance(part.before), await readStatuses(db, tenant, part.items)),
    aging: computeAging(getBalance(closing), computeOverdue(closing, byDueDay)),
  }
}
