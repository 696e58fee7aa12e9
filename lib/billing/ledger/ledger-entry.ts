import type { ReceivableKind } from '../../../schemas/billing/ledger.ts'
import type { LedgerKind } from '../../../schemas/billing/statement.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** A change of the amount owed to a partner. */
export interface Posting {
  /** Id of the entry. A record with one entry uses its own, so that entries of the same time keep the order of their records. */
  id?: Id
  partnerId: Id
  currency: string
  kind: LedgerKind
  /** The bill, settlement or credit note; for a payment, the bill or settlement that it pays. */
  recordId: Id
  /** Resource URI of the record. */
  ref: string
  number: string | null
  issuedAt: string
  /** Null if the record is due when it is issued. */
  dueAt: string | null
  /** In minor units; above 0 raises what is owed to the partner, below 0 lowers it. */
  amount: number
}

export interface StoredLedgerEntry extends Omit<Posting, 'id' | 'kind'>, Stored {
  recordKind: LedgerKind | ReceivableKind
  /** Account of the statement; null for an entry of a receivable account. */
  account: string | null
  /** Receivable account; absent from an entry of the statement. */
  receivables?: string
  /** Day of an entry of a receivable account. */
  postedOn?: Day
  /** Day from which the entry ages. */
  dueDay: Day
  /** Days from `dueDay` to the day of `issuedAt`; below 0 if it was issued before it was due. */
  daysLate: number
}

const [EARLIEST, LATEST] = [Date.parse('1900-01-01T12:00:00Z'), Date.parse('9999-12-30T12:00:00Z')]

/** Converts a time to a day in the zone. Times outside the supported range become its first or last day. */
export const toLedgerDay = (moment: string, zone: string): Day =>
  toLocalDay(zone, new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(moment)))))
