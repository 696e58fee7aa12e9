import type { Aging, LedgerKind, StatementLine } from '../../../schemas/billing/statement.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import { isDay, NOT_A_MOMENT, toMoment } from '../../platform/calendar/moment.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { StoredLedgerEntry } from '../ledger/ledger-entry.ts'

/** First and last timestamp, both included; without `from`, the statement begins with the first entry. */
export interface StatementRange {
  from: string | undefined
  to: string
}

/** The day after it has a year of five digits. */
const LAST_DAY = '9999-12-31'

/** Returns the last millisecond of a day in the zone. */
const findEndOfDay = (day: Day, zone: string): string =>
  day === LAST_DAY
    ? `${LAST_DAY}T23:59:59.999Z`
    : new Date(startOfDay(zone, addDays(day, 1)).getTime() - 1).toISOString()

/** Parses the range, which ends now by default. A day begins and ends in the zone. */
export const parseRange = (
  given: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date,
): StatementRange => {
  const from = given.from && toMoment(given.from, zone)
  const until = given.to === undefined ? now.toISOString() : toMoment(given.to, zone)
  const violations = [
    ...(given.from !== undefined && from === undefined ? [{ propertyPath: 'from', message: NOT_A_MOMENT }] : []),
    ...(until === undefined ? [{ propertyPath: 'to', message: NOT_A_MOMENT }] : []),
  ]
  if (until === undefined || violations.length) throw invalid(...violations)
  const to = given.to && isDay(given.to) ? findEndOfDay(given.to, zone) : until
  if (from && from > to) throw invalid({ propertyPath: 'from', message: 'must not be after to' })
  return { from, to }
}

export const toAmount = (balance: bigint): number => {
  const amount = Number(balance)
  if (Number.isSafeInteger(amount)) return amount
  throw new Problem('OPERATION_NOT_ALLOWED', 'A balance of the statement is too large to be represented exactly.')
}

/** Splits the closing balance by age. `overdue` has the balances overdue by at least 1, 31, 61 and 91 days. */
export const computeAging = (closing: bigint, overdue: readonly bigint[]): Aging => {
  const [since1 = 0n, since31 = 0n, since61 = 0n, since91 = 0n] = overdue
  return {
    current: toAmount(closing - since1),
    days1To30: toAmount(since1 - since31),
    days31To60: toAmount(since31 - since61),
    days61To90: toAmount(since61 - since91),
    days90Plus: toAmount(since91),
  }
}

export type Line = Omit<StatementLine, 'amountFormatted' | 'runningBalanceFormatted'>

/** Builds a line for each entry, with the running balance after it. */
export const buildStatementLines = (
  entries: readonly StoredLedgerEntry[],
  before: bigint,
  getStatus: (entry: StoredLedgerEntry) => string | null,
): Line[] => {
  let balance = before
  return entries.map((entry) => {
    const { recordKind, recordId, ref, number, issuedAt, dueAt, amount, currency } = entry
    // Entries of receivables have an account of their own.
    const kind = recordKind as LedgerKind
    balance += BigInt(amount)
    const status = getStatus(entry)
    return { kind, recordId, ref, number, issuedAt, dueAt, amount, currency, status, runningBalance: toAmount(balance) }
  })
}
