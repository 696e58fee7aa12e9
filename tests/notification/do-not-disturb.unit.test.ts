import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDailySilence } from '../../lib/notification/preferences/daily-silence.ts'
import { type DoNotDisturb, findSilence, NEVER_SILENT } from '../../lib/notification/preferences/do-not-disturb.ts'

const daily = (start: string, end: string): DoNotDisturb => ({ ...NEVER_SILENT, start, end })
const until = (window: DoNotDisturb, zone: string, at: string) =>
  findDailySilence(window, zone, new Date(at))?.until?.toISOString()

describe('a daily silence', () => {
  test.each([
    ['before it', '2026-06-10T11:59:59.999Z', undefined],
    ['as it begins', '2026-06-10T12:00:00.000Z', '2026-06-10T13:30:00.000Z'],
    ['just before it ends', '2026-06-10T13:29:59.999Z', '2026-06-10T13:30:00.000Z'],
    ['as it ends', '2026-06-10T13:30:00.000Z', undefined],
  ])('from 14:00 to 15:30 in Berlin: %s', (_when, at, expected) => {
    expect(until(daily('14:00', '15:30'), 'Europe/Berlin', at)).toBe(expected)
  })

  test.each([
    ['in the evening', '2026-06-10T21:00:00.000Z', '2026-06-11T05:00:00.000Z'],
    ['after midnight', '2026-06-11T02:00:00.000Z', '2026-06-11T05:00:00.000Z'],
    ['in the morning after it', '2026-06-11T05:00:00.000Z', undefined],
    ['at noon', '2026-06-11T10:00:00.000Z', undefined],
  ])('from 22:00 to 07:00 crosses midnight: %s', (_when, at, expected) => {
    expect(until(daily('22:00', '07:00'), 'Europe/Berlin', at)).toBe(expected)
  })

  test("follows the zone's clock, also with half-hour offsets", () => {
    const night = daily('22:00', '07:00')
    expect(until(night, 'Asia/Kolkata', '2026-06-10T16:29:00.000Z')).toBeUndefined()
    expect(until(night, 'Asia/Kolkata', '2026-06-10T16:30:00.000Z')).toBe('2026-06-11T01:30:00.000Z')
    expect(until(night, 'Pacific/Kiritimati', '2026-06-10T08:00:00.000Z')).toBe('2026-06-10T17:00:00.000Z')
  })

  test('is empty if it ends as it starts', () => {
    for (const at of ['2026-06-10T00:00:00.000Z', '2026-06-10T08:00:00.000Z', '2026-06-10T21:59:00.000Z'])
      expect(until(daily('08:00', '08:00'), 'UTC', at)).toBeUndefined()
  })

  test('ends when it is lifted and starts again the next day', () => {
    const lifted = { ...daily('22:00', '07:00'), liftedUntil: '2026-06-11T05:00:00.000Z' }
    expect(until(lifted, 'Europe/Berlin', '2026-06-11T03:00:00.000Z')).toBeUndefined()
    expect(until(lifted, 'Europe/Berlin', '2026-06-11T21:00:00.000Z')).toBe('2026-06-12T05:00:00.000Z')
  })

  test('is overridden by manual do-not-disturb, which has no end', async () => {
    expect(await findSilence({ ...daily('22:00', '07:00'), on: true }, 'UTC', new Date(0))).toEqual({ until: null })
  })
})

describe('when the clock is put forward (Berlin, 29 March 2026, 02:00 to 03:00)', () => {
  test('a night is an hour shorter', () => {
    expect(until(daily('22:00', '07:00'), 'Europe/Berlin', '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
  })

  test('an end that the clock skips is the moment of the skip', () => {
    expect(until(daily('22:00', '02:30'), 'Europe/Berlin', '2026-03-29T00:59:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(until(daily('22:00', '02:30'), 'Europe/Berlin', '2026-03-29T01:00:00.000Z')).toBeUndefined()
  })

  test('a start that the clock skips is the moment of the skip', () => {
    expect(until(daily('02:30', '05:00'), 'Europe/Berlin', '2026-03-29T00:59:00.000Z')).toBeUndefined()
    expect(until(daily('02:30', '05:00'), 'Europe/Berlin', '2026-03-29T01:00:00.000Z')).toBe('2026-03-29T03:00:00.000Z')
  })

  test('a silence that is skipped altogether does not happen that day', () => {
    expect(until(daily('02:10', '02:50'), 'Europe/Berlin', '2026-03-29T01:00:00.000Z')).toBeUndefined()
  })

  test('a window that starts again as it ends continues', () => {
    expect(until(daily('02:40', '02:20'), 'Europe/Berlin', '2026-03-28T12:00:00.000Z')).toBe('2026-03-30T00:20:00.000Z')
  })
})

describe('when the clock is put back (Berlin, 25 October 2026, 03:00 to 02:00)', () => {
  test('a night is an hour longer', () => {
    expect(until(daily('22:00', '07:00'), 'Europe/Berlin', '2026-10-25T00:30:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
  })

  test('an end that occurs twice is the first of the two, and the second is not silent', () => {
    expect(until(daily('22:00', '02:30'), 'Europe/Berlin', '2026-10-25T00:29:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(until(daily('22:00', '02:30'), 'Europe/Berlin', '2026-10-25T01:10:00.000Z')).toBeUndefined()
  })

  test('a start that occurs twice is the first of the two, without a gap after it', () => {
    const window = daily('02:30', '06:00')
    for (const at of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:10:00.000Z', '2026-10-25T01:40:00.000Z'])
      expect(until(window, 'Europe/Berlin', at)).toBe('2026-10-25T05:00:00.000Z')
  })
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Pacific/Chatham',
]

const formats = new Map<string, Intl.DateTimeFormat>()
/** Returns the local time, computed with another library than the code uses. */
const clockIn = (zone: string, at: number) => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const zone = fc.constantFrom(...ZONES)
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const minute = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / MINUTE, max: Date.parse(to) / MINUTE }).map((each) => each * MINUTE)
/** Generates moments, many close to a clock change in one of the zones. */
const instant = fc.oneof(
  minute('2024-01-01', '2028-12-31'),
  minute('2026-03-07', '2026-03-09'),
  minute('2026-03-28', '2026-03-30'),
  minute('2026-04-04', '2026-04-06'),
  minute('2026-10-24', '2026-10-26'),
  minute('2026-10-31', '2026-11-02'),
  minute('2011-12-29', '2011-12-31'),
)
const window = fc.tuple(time, time).filter(([start, end]) => start !== end)

describe('in any zone, for any window and moment', () => {
  test('a silence lasts exactly until its end', () => {
    fc.assert(
      fc.property(zone, window, instant, (where, [start, end], at) => {
        const ends = findDailySilence(daily(start, end), where, new Date(at))?.until?.getTime()
        if (ends === undefined) return
        expect(ends).toBeGreaterThan(at)
        expect(findDailySilence(daily(start, end), where, new Date(ends - 1))?.until?.getTime()).toBe(ends)
        expect(findDailySilence(daily(start, end), where, new Date(ends))).toBeUndefined()
      }),
      { numRuns: 1500 },
    )
  })

  test('a silence follows the clock exactly on days without a clock change', () => {
    fc.assert(
      fc.property(zone, window, instant, (where, [start, end], at) => {
        const offset = (moment: number) => Date.parse(`${clockIn(where, moment).replace(' ', 'T')}Z`) - moment
        const days = [-2, -1, 0, 1, 2].map((day) => offset(at + day * DAY))
        fc.pre(new Set(days).size === 1)
        const shown = clockIn(where, at).slice(-5)
        const inside = start < end ? start <= shown && shown < end : shown >= start || shown < end
        expect(findDailySilence(daily(start, end), where, new Date(at)) !== undefined).toBe(inside)
      }),
      { numRuns: 1500 },
    )
  })

  test('each end is the first minute at which the clock shows or has skipped it', () => {
    fc.assert(
      fc.property(zone, window, instant, (where, [start, end], at) => {
        const ends = findDailySilence(daily(start, end), where, new Date(at))?.until?.getTime()
        if (ends === undefined) return
        const shown = clockIn(where, ends)
        const before = clockIn(where, ends - MINUTE)
        const wanted = `${shown.slice(0, 10)} ${end}`
        expect(shown >= wanted && (before < wanted || before.slice(0, 10) > shown.slice(0, 10))).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })
})
