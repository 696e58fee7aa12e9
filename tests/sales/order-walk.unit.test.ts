import { describe, expect, it } from 'vitest'
import {
  advanceWalk,
  beginWalk,
  computeCursor,
  computeNextSync,
  type OrderCursor,
  type OrderWalk,
} from '../../lib/sales/order-sync/order-walk.ts'
import { seeded } from '../support/faults.ts'
import { shuffled } from '../support/shuffle.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const LOOK_BACK = 7

const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const record = (ref: string, minutes: number | null, isFailed = false) => ({
  ref,
  modifiedAt: minutes === null ? null : at(minutes),
  isFailed,
})
const walked = (walk: OrderWalk, records: readonly ReturnType<typeof record>[]) =>
  records.reduce(
    (so, each) => advanceWalk(so, each, { isFailed: each.isFailed, daysToLookBack: LOOK_BACK, now: NOW }),
    walk,
  )
const from = (cursor?: OrderCursor) => beginWalk({ ...(cursor && { cursor }) }, LOOK_BACK, NOW)

describe('the cursor', () => {
  it('starts as far back as the channel looks, and later walks start shortly before it', () => {
    expect(from().since).toBe('2026-03-03T12:00:00.000Z')
    expect(from({ modifiedAt: at(60), ref: 'a' }).since).toBe(at(65))
  })

  it('moves to the latest order, by time and then id, in whatever sequence the orders come', () => {
    const records = [record('a', 30), record('c', 10), record('b', 10), record('d', 20)]
    for (let seed = 0; seed < 20; seed++)
      expect(computeCursor(undefined, walked(from(), shuffled(records, seed)))).toEqual({
        modifiedAt: at(10),
        ref: 'c',
      })
  })

  it('never moves back if nothing failed', () => {
    const cursor = { modifiedAt: at(60), ref: 'm' }
    expect(computeCursor(cursor, walked(from(cursor), []))).toEqual(cursor)
    expect(computeCursor(cursor, walked(from(cursor), [record('a', 64)]))).toEqual(cursor)
  })

  it('stays at the first failed order, so that it is read again', () => {
    const random = seeded(3)
    for (let run = 0; run < 200; run++) {
      const records = Array.from({ length: 8 }, (_, i) => record(String(i), Math.floor(random() * 100), random() < 0.3))
      const cursor = computeCursor(undefined, walked(from(), shuffled(records, run)))
      const failed = records.filter(({ isFailed }) => isFailed).map(({ modifiedAt }) => modifiedAt)
      if (failed.length) expect(cursor?.modifiedAt).toBe(failed.sort()[0])
    }
  })

  it('stays where it was if the time of a failed order is unknown', () => {
    const cursor = { modifiedAt: at(60), ref: 'm' }
    const after = computeCursor(cursor, walked(from(cursor), [record('x', null, true), record('y', 5)]))
    expect(after?.modifiedAt).toBe(at(65))
  })

  it('passes an order that failed longer ago than the channel looks back', () => {
    const old = record('x', 8 * 24 * 60, true)
    expect(computeCursor(undefined, walked(from(), [old, record('y', 5)]))).toEqual({ modifiedAt: at(5), ref: 'y' })
  })
})

it('the pause after failures in a row grows up to six hours or the interval', () => {
  const minutes = (failures: number, interval: number) =>
    (computeNextSync(failures, interval, NOW).getTime() - NOW.getTime()) / 60_000
  expect([1, 2, 3, 4, 9, 400].map((failures) => minutes(failures, 15))).toEqual([15, 30, 60, 120, 360, 360])
  expect(minutes(5, 1440)).toBe(1440)
})
