import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, countDaysBetween, startOfDay, toLocalDay } from '../../lib/platform/calendar/day.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
]

describe('the start of a day', () => {
  it('is the first minute at which the zone shows that day or a later one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date('2000-01-02'), max: new Date('2040-12-30'), noInvalidDate: true }),
        (zone, date) => {
          const day = date.toISOString().slice(0, 10)
          const start = startOfDay(zone, day)
          expect(toLocalDay(zone, start) >= day).toBe(true)
          expect(toLocalDay(zone, new Date(start.getTime() - 60_000)) < day).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is the moment after the jump where the clock skips midnight', () => {
    expect(startOfDay('America/Sao_Paulo', '2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z')
    expect(startOfDay('Europe/Berlin', '2026-03-29').toISOString()).toBe('2026-03-28T23:00:00.000Z')
  })

  it('is that of the next day for a day that the zone skipped', () => {
    expect(startOfDay('Pacific/Apia', '2011-12-30')).toEqual(startOfDay('Pacific/Apia', '2011-12-31'))
  })
})

it('adds and counts days across leap days and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(countDaysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(countDaysBetween('2026-03-31', '2026-03-28')).toBe(-3)
})

describe('adding days', () => {
  it('counts days of the calendar', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })

  it('stops at the first and the last day that compare as text', () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    for (const days of [1, 7, 1_000_000]) expect(addDays('9999-12-31', days)).toBe('9999-12-31')
    expect(addDays('0000-01-02', -1)).toBe('0000-01-01')
    for (const days of [-1, -1_000_000]) expect(addDays('0000-01-01', days)).toBe('0000-01-01')
  })
})
