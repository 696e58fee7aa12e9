import type { LedgerKind } from '../../../schemas/billing/statement.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entity.ts'

/** What changes how much is owed to a partner. */
export interface Posting {
  /** Of the entry: the record's own where it has one entry at most, so that records of one moment are in their order. */
  id?: Id
  partnerId: Id
  currency: string
  kind: LedgerKind
  /** The bill, settlement or credit note; of a payment what it pays. */
  recordId: Id
  /** The record as a resource URI. */
  ref: string
  number: string | null
  issuedAt: string
  /** Where it has none, it is due when it is issued. */
  dueAt: string | null
  /** In minor units; above 0 it raises what is owed to the partner, below 0 it lowers it. */
  amount: number
}

export interface StoredLedgerEntry extends Omit<Posting, 'id' | 'kind'>, Stored {
  recordKind: LedgerKind
  account: string
  /** The day from which on its age counts. */
  dueDay: Day
  /** How many days after that day it came; below 0 where it came before. */
  daysLate: number
}

const [EARLIEST, LATEST] = [Date.parse('1900-01-01T12:00:00Z'), Date.parse('9999-12-30T12:00:00Z')]

/** The day on which a moment lies; those of other ages are taken for the first or the last day that can be written. */
export const toLedgerDay = (moment: string, zone: string): Day =>
  toLocalDay(zone, new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(moment)))))
