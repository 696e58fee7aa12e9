import type { OrderQuery } from './connector.ts'
import { parseObject, readInstant } from './reading.ts'

const DAY_MS = 24 * 3600_000

/** Each walk reads the orders again that were placed from these days before it begins. */
const RECENT_DAYS = 7
/** Orders that were placed within these days, but are no longer recent, are read again once a day. */
const OLDEST_DAYS = 100
/** The time between two turns of an order, that of a walk included, is below this. */
const MAX_TURN_MS = 2 * DAY_MS

/** Part of the time at which orders were placed, both ends included. */
export interface Period {
  from: string
  /** Null if it has no end, because the clock of a shop may be ahead. */
  to: string | null
  /** Changes before this were read already. */
  changedSince: string
}

export const isPeriod = (value: unknown): value is Period => {
  const { from, to, changedSince } = parseObject(value)
  return [from, to ?? from, changedSince].every((each) => each !== undefined && readInstant(each) === each)
}

const buildPeriod = (from: number, to: number | null, changedSince: number): Period => ({
  from: new Date(from).toISOString(),
  to: to === null ? null : new Date(to).toISOString(),
  changedSince: new Date(changedSince).toISOString(),
})

/**
 * Returns the periods of which a walk reads the orders again for changes that their platform does not date: what is recent, and
 * of older orders as much as is due. Their turn takes a day from the youngest to the oldest, so that no walk reads them
 * all. The first walk has no turns.
 */
export const findTurns = ({ since, late }: Pick<OrderQuery, 'since' | 'late'>, now: Date): Period[] => {
  const recent = since.getTime() - RECENT_DAYS * DAY_MS
  if (!late) return [buildPeriod(recent, null, since.getTime())]
  const [changedSince, end] = [late.since.getTime(), now.getTime()]
  const periods = [buildPeriod(recent, null, changedSince)]
  const span = (OLDEST_DAYS - RECENT_DAYS) * DAY_MS
  let begin = Math.max(changedSince, end - DAY_MS)
  while (begin < end) {
    const day = Math.floor(begin / DAY_MS) * DAY_MS
    const until = Math.min(end, day + DAY_MS)
    const toPlaced = (at: number) => Math.round(day - RECENT_DAYS * DAY_MS - (span * (at - day)) / DAY_MS)
    periods.push(buildPeriod(toPlaced(until), toPlaced(begin), changedSince - MAX_TURN_MS))
    begin = until
  }
  return periods
}
