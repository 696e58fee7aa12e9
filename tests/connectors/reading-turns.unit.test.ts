import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findTurns } from '../../lib/connectors/reading-turns.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const BEGIN = Date.UTC(2026, 5, 1)

const placedSince = new Date(0)

/** Walks for some days with pauses, and returns when an order that was placed at a time is read again. */
const readingsOf = (placed: number, pauses: readonly number[], begin: number) => {
  const readings: number[] = []
  let last = begin
  for (const pause of pauses) {
    const now = last + pause
    const periods = findTurns({ since: new Date(now), late: { since: new Date(last), placedSince } }, new Date(now))
    const at = new Date(placed).toISOString()
    if (periods.some(({ from, to }) => at >= from && (to === null || at <= to))) readings.push(now)
    last = now
  }
  return { readings, end: last }
}

it('reads every order again within a day and two pauses, until it is a hundred days old', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 60_000, max: 6 * HOUR_MS }), { minLength: 40, maxLength: 120 }),
      fc.integer({ min: 0, max: 90 * DAY_MS }),
      fc.integer({ min: 0, max: DAY_MS }),
      (pauses, age, phase) => {
        const begin = BEGIN + phase
        const { readings, end } = readingsOf(begin - age, pauses, begin)
        // A day, in which the turn moves by another day of 93, and the pause in which it falls. An order that stops being
        // recent in a pause has lost that one, too. Ends of periods are rounded to milliseconds.
        const most = DAY_MS * (1 + 1 / 93) + 2 * Math.max(...pauses) + 1000
        // On its hundredth day an order may have had its last turn.
        const last = Math.min(end, begin - age + 99 * DAY_MS)
        const times = [begin, ...readings.filter((at) => at < last), last]
        for (const [i, at] of times.entries()) if (i) expect(at - (times[i - 1] ?? 0)).toBeLessThanOrEqual(most)
      },
    ),
  )
})

it('reads in each walk what was placed in the last week, and of older orders only a part', () => {
  const now = new Date(BEGIN + 12 * HOUR_MS)
  const since = new Date(now.getTime() - HOUR_MS)
  const [recent, ...turns] = findTurns({ since, late: { since, placedSince } }, now)
  expect(recent).toEqual({
    from: new Date(since.getTime() - 7 * DAY_MS).toISOString(),
    to: null,
    changedSince: since.toISOString(),
  })
  expect(turns).toHaveLength(1)
  const { from = '', to } = turns[0] ?? {}
  // An hour's share of 93 days.
  expect(Date.parse(to ?? '') - Date.parse(from)).toBe((93 * DAY_MS) / 24)
  expect(Date.parse(to ?? '')).toBeLessThan(BEGIN - 7 * DAY_MS)
  expect(Date.parse(from)).toBeGreaterThan(BEGIN - 100 * DAY_MS)
})

it('has no turns in the first walk, and all of them at once after a pause of more than a day', () => {
  const now = new Date(BEGIN)
  expect(findTurns({ since: now }, now)).toHaveLength(1)
  const late = { since: new Date(BEGIN - 5 * DAY_MS), placedSince }
  const turns = findTurns({ since: now, late }, now).slice(1)
  expect(Math.min(...turns.map(({ from }) => Date.parse(from)))).toBe(BEGIN - 101 * DAY_MS)
})
