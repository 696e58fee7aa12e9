import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { countDaysBetween, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { accountKey, ledgerEntries } from './ledger-store.ts'

export const LEDGER_KINDS = ['bill', 'settlement', 'credit_note', 'outgoing_payment'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

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

export const buildAccount = (partnerId: Id, currency: string): string => `${partnerId}#${currency}`

interface Aging {
  /** Due date of what it clears, whose age it takes; its own where it clears nothing. */
  agedFrom?: string | null
  /** The tenant's, in which days are counted; read where it is not given. */
  zone?: string
}

const toUtc = (moment: string) => new Date(moment).toISOString()

const [EARLIEST, LATEST] = [Date.parse('1900-01-01T12:00:00Z'), Date.parse('9999-12-30T12:00:00Z')]

/** The day on which a moment lies; those of other ages are taken for the first or the last day that can be written. */
export const toLedgerDay = (moment: string, zone: string): Day =>
  toLocalDay(zone, new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(moment)))))

const toDay = (moment: string, zone: string): Day => (moment.length === 10 ? moment : toLedgerDay(moment, zone))

/** Records in the tenant's books what a change means for a partner, with that change. */
export const postToLedger = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  { kind: recordKind, agedFrom, zone: given, ...posting }: Posting & Aging,
): Promise<void> => {
  const account = buildAccount(posting.partnerId, posting.currency)
  const key = accountKey(unit.tenant, account)
  const [known, zone] = await Promise.all([app.db.get(key), given ?? getSetting(app, unit.tenant, 'general.timezone')])
  if (!known && !unit.writes(key)) unit.add({ put: { ...key, kind: 'ledger-account' } })
  const [issuedAt, dueAt] = [toUtc(posting.issuedAt), posting.dueAt && toUtc(posting.dueAt)]
  const dueDay = toDay(agedFrom ?? dueAt ?? issuedAt, zone)
  const daysLate = countDaysBetween(dueDay, toDay(issuedAt, zone))
  unit.create(ledgerEntries, { ...posting, recordKind, issuedAt, dueAt, account, dueDay, daysLate })
}
