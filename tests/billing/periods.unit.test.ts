import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  changeEnd,
  decideWork,
  findPeriodAfter,
  findPeriodFrom,
  findPeriodOnResume,
  findScheduleViolations,
  type Schedule,
  type StoredProfile,
  scheduleNextWork,
} from '../../lib/billing/recurring-invoice-profiles/recurring-profile.ts'
import { CADENCES } from '../../schemas/billing/recurring-profile.ts'
import { modelled } from './calendar.ts'

const walked = (schedule: Schedule, number: number) => {
  const periods = [findPeriodFrom(schedule, schedule.startAt)]
  while (periods.length < number) periods.push(findPeriodAfter(schedule, periods.at(-1) as string))
  return periods
}

const day = fc
  .date({ min: new Date('2019-12-01'), max: new Date('2033-01-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const edge = fc.constantFrom('2023-12-31', '2024-01-31', '2024-02-29', '2027-02-28', '2028-02-29', '2026-08-31')
const schedules = fc
  .record({ cadence: fc.constantFrom(...CADENCES), startAt: fc.oneof(day, edge), any: fc.integer({ min: 1, max: 31 }) })
  .chain(({ any, ...schedule }) =>
    fc
      .oneof(fc.constant(any), fc.constantFrom(29, 30, 31))
      .map((anchor) => ({ ...schedule, anchorDay: schedule.cadence === 'weekly' ? (anchor % 7) + 1 : anchor })),
  )

const ZONES = [
  'Pacific/Pago_Pago',
  'Pacific/Marquesas',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'America/Santiago',
  'UTC',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

const profile = (schedule: Schedule, fields: Partial<StoredProfile> = {}) =>
  ({
    id: '01M7YYV2J8P6YHP38TZP5JTPDZ',
    ...schedule,
    status: 'active',
    endAt: null,
    nextPeriod: findPeriodFrom(schedule, schedule.startAt),
    lastPeriod: null,
    backlog: [],
    ...fields,
  }) as StoredProfile

describe('the periods of a profile', () => {
  it('equal those of a calendar walked day by day, for every cadence and anchor', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(walked(schedule, 30)).toEqual(modelled(schedule, 30))
      }),
      { numRuns: 400 },
    )
  })

  it('are found from any day, however many periods have passed', () => {
    fc.assert(
      fc.property(schedules, day, (schedule, from) => {
        const earliest = from > schedule.startAt ? from : schedule.startAt
        expect(findPeriodFrom(schedule, from)).toBe(modelled(schedule, 1, earliest)[0])
      }),
      { numRuns: 200 },
    )
  })

  it('start on the last day of shorter months if the anchor day is the 31st', () => {
    const schedule = { cadence: 'monthly', anchorDay: 31, startAt: '2027-12-31' } as const
    expect(walked(schedule, 6)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
    expect(walked({ cadence: 'yearly', anchorDay: 29, startAt: '2024-02-29' }, 5)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('are counted in quarters and years from the month of startAt, and never start before it', () => {
    const startAt = '2026-02-16'
    expect(walked({ cadence: 'quarterly', anchorDay: 15, startAt }, 2)).toEqual(['2026-05-15', '2026-08-15'])
    expect(walked({ cadence: 'yearly', anchorDay: 1, startAt }, 2)).toEqual(['2027-02-01', '2028-02-01'])
    expect(walked({ cadence: 'quarterly', anchorDay: 16, startAt }, 1)).toEqual([startAt])
  })
})

describe('a run', () => {
  it('bills exactly the periods that have started in the tenant’s time zone, whenever it runs', () => {
    const minutes = fc.array(fc.integer({ min: -3 * 24 * 60, max: 800 * 24 * 60 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(schedules, fc.constantFrom(...ZONES), minutes, (schedule, zone, passing) => {
        const start = Date.parse(schedule.startAt)
        let ending = profile(schedule)
        const billed: string[] = []
        for (const minute of passing.sort((a, b) => a - b)) {
          const now = Temporal.Instant.fromEpochMilliseconds(start + minute * 60_000)
          const today = now.toZonedDateTimeISO(zone).toPlainDate().toString()
          while (decideWork(ending, today) === 'bill') {
            billed.push(ending.nextPeriod)
            ending = { ...ending, nextPeriod: findPeriodAfter(ending, ending.nextPeriod) }
          }
          const all = modelled(schedule, billed.length + 2)
          expect(billed).toEqual(all.filter((period) => period <= today))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('is due at the first moment of the period’s day, across both clock changes', () => {
    const near = fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-09-06', '2026-10-25')
    const days = fc.tuple(near, fc.integer({ min: -1, max: 1 })).map(([at, off]) => {
      return Temporal.PlainDate.from(at).add({ days: off }).toString()
    })
    fc.assert(
      fc.property(fc.oneof(day, days), fc.constantFrom(...ZONES), (nextPeriod, zone) => {
        const { dueSk } = scheduleNextWork(
          { ...profile({ cadence: 'monthly', anchorDay: 1, startAt: nextPeriod }), nextPeriod },
          zone,
        )
        const first = Temporal.PlainDate.from(nextPeriod).toZonedDateTime(zone).startOfDay()
        expect(Date.parse(dueSk as string)).toBe(first.epochMilliseconds)
      }),
      { numRuns: 400 },
    )
  })

  it('bills no period that starts on endAt, and ends the profile on that day', () => {
    const ending = profile({ cadence: 'monthly', anchorDay: 31, startAt: '2026-01-31' }, { endAt: '2026-02-28' })
    expect(decideWork(ending, '2026-01-31')).toBe('bill')
    const next = { ...ending, nextPeriod: '2026-02-28' }
    expect(decideWork(next, '2026-02-27')).toBeUndefined()
    expect(decideWork(next, '2026-02-28')).toBe('run out')
    expect(decideWork({ ...next, endAt: '2026-03-01' }, '2026-02-28')).toBe('bill')
  })
})

describe('a resumed profile', () => {
  it('continues with the first period after today, and never with a billed one', () => {
    fc.assert(
      fc.property(schedules, day, fc.integer({ min: 0, max: 3 }), (schedule, today, ahead) => {
        const periods = modelled(schedule, ahead + 1)
        const lastPeriod = ahead ? (periods[ahead - 1] as string) : null
        const nextPeriod = modelled(schedule, ahead + 1)[ahead] as string
        const next = findPeriodOnResume(profile(schedule, { lastPeriod, nextPeriod }), today)
        const after = lastPeriod && lastPeriod > today ? lastPeriod : today
        const [first, second] = modelled(schedule, 2, after > schedule.startAt ? after : schedule.startAt)
        expect(next).toBe(first === after ? second : first)
      }),
      { numRuns: 200 },
    )
  })
})

it('rejects an impossible schedule with all violations at once', () => {
  const given = { cadence: 'weekly', anchorDay: 8 } as const
  const wrong = (fields: { startAt: string; endAt?: string; anchorDay?: number }) =>
    findScheduleViolations({ ...given, ...fields }, '2026-11-21').map(({ propertyPath }) => propertyPath)
  expect(wrong({ startAt: '1026-01-01', endAt: '1026-01-01' })).toEqual(['anchorDay', 'startAt', 'endAt'])
  expect(wrong({ startAt: '2126-12-01', anchorDay: 7 })).toEqual(['startAt'])
  expect(wrong({ startAt: '2016-11-01', endAt: '2016-11-02', anchorDay: 7 })).toEqual([])
})

it('ends what waits from before a pause at an earlier end, and leaves it alone otherwise', () => {
  const backlog = [
    { from: '2027-01-01', to: '2027-02-10' },
    { from: '2027-04-01', to: '2027-05-10' },
  ]
  const end = (endAt: string | null) => changeEnd({ backlog }, endAt).backlog
  expect(end('2027-02-05')).toEqual([{ from: '2027-01-01', to: '2027-02-04' }])
  expect(end('2027-04-01')).toEqual(backlog.slice(0, 1))
  expect(end('2027-01-01')).toEqual([])
  expect([end('2027-06-01'), end(null)]).toEqual([backlog, backlog])
})
