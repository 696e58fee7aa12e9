import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canGather } from '../../../lib/notification/windows/can-gather.ts'
import { chooseDigest, findWindowEnd } from '../../../lib/notification/windows/find-window-end.ts'
import { findNextDailyHour } from '../../../lib/notification/windows/next-daily-hour.ts'
import { admitMessages, decideEnd, openWindow, type Window } from '../../../lib/notification/windows/window.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import { CHANNELS, TOPIC_NAMES } from '../../../schemas/notification/topic.ts'

const MINUTE_MS = 60_000
const MEMBER = 'MEMBER'
const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 9) + minutes * MINUTE_MS)
const aWindow = (fields: Partial<Window> = {}): Window => ({
  member: MEMBER,
  openedAt: minute(0).toISOString(),
  until: minute(5).toISOString(),
  count: 0,
  events: [],
  ...fields,
})
const admit = (window: Window | undefined, messages: number, minutes: number, isGathering = true) =>
  admitMessages(window, messages, { member: MEMBER, now: minute(minutes), isGathering })

describe('a message', () => {
  test('goes at once and opens a window if there is none, or if the last one has ended with nothing gathered', () => {
    expect(admit(undefined, 1, 0)).toEqual({ atOnce: 1, gathered: 0, opens: true })
    expect(admit(aWindow(), 1, 5)).toEqual({ atOnce: 1, gathered: 0, opens: true })
    expect(admit(undefined, 50, 0)).toEqual({ atOnce: 1, gathered: 49, opens: true })
  })

  test('joins an open window, also if its digest is late', () => {
    expect(admit(aWindow(), 3, 4)).toEqual({ atOnce: 0, gathered: 3, opens: false })
    expect(admit(aWindow({ count: 2 }), 1, 60)).toEqual({ atOnce: 0, gathered: 1, opens: false })
  })

  test('always goes at once if windows are off', () => {
    expect(admit(aWindow({ count: 2 }), 3, 1, false)).toEqual({ atOnce: 3, gathered: 0, opens: false })
  })

  test('does not join the window of an earlier membership', () => {
    expect(admit(aWindow({ member: 'EARLIER', count: 2 }), 1, 1)).toEqual({ atOnce: 1, gathered: 0, opens: true })
  })
})

test('a window never has the opening time of an earlier one', () => {
  const first = openWindow(undefined, { member: MEMBER, now: minute(0), end: minute(5) })
  const second = openWindow(first, { member: MEMBER, now: minute(0), end: minute(5) })
  const third = openWindow(second, { member: MEMBER, now: minute(-1), end: minute(4) })
  expect(new Set([first, second, third].map(({ openedAt }) => openedAt)).size).toBe(3)
  expect(openWindow(first, { member: MEMBER, now: minute(5), end: minute(9) }).openedAt).toBe(minute(5).toISOString())
})

describe('a window at its end', () => {
  const end = (window: Window, minutes: number, facts = {}) =>
    decideEnd(window, { now: minute(minutes), refusal: undefined, silence: undefined, ...facts })

  test('sends what it gathered, or nothing', () => {
    expect(end(aWindow({ count: 1 }), 5)).toEqual({ do: 'send' })
    expect(end(aWindow(), 5)).toEqual({ do: 'wait' })
  })

  test('sends nothing of what the member opted out of, even in silence', () => {
    const silence = { until: minute(60) }
    expect(end(aWindow({ count: 1 }), 5, { refusal: 'preference', silence })).toEqual({
      do: 'drop',
      because: 'preference',
    })
  })

  test('waits for the end of do-not-disturb, for two weeks at most', () => {
    const gathered = aWindow({ count: 1 })
    expect(end(gathered, 5, { silence: { until: minute(90) } })).toEqual({ do: 'postpone', to: minute(90) })
    expect(end(gathered, 5, { silence: { until: null } })).toEqual({ do: 'postpone', to: minute(65) })
    const twoWeeks = 5 + 14 * 24 * 60
    expect(end(gathered, twoWeeks - 1, { silence: { until: null } })).toMatchObject({ do: 'postpone' })
    expect(end(gathered, twoWeeks, { silence: { until: null } })).toEqual({ do: 'drop', because: 'do_not_disturb' })
  })
})

/** Steps of a random history, each some minutes after the one before. */
const steps = fc.array(
  fc.record({ minutes: fc.integer({ min: 0, max: 40 }) }).chain(({ minutes }) =>
    fc
      .oneof(
        {
          weight: 5,
          arbitrary: fc.record({ kind: fc.constant('messages'), count: fc.integer({ min: 1, max: 20 }) }),
        },
        { weight: 5, arbitrary: fc.record({ kind: fc.constant('schedule') }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('silence'), on: fc.boolean() }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('opt out'), out: fc.boolean() }) },
      )
      .map((step) => ({ minutes, ...step })),
  ),
  { maxLength: 60 },
)

test('every message is sent by itself, counted in one digest, dropped after opting out, or still waits', async () => {
  const choices = fc.record({
    window: fc.constantFrom('off', 'five_minutes', 'hourly', 'daily'),
    hour: fc.integer({ min: 0, max: 23 }),
  })
  await fc.assert(
    fc.asyncProperty(steps, choices, async (history, choice) => {
      let window: Window | undefined
      let dueAt: Date | undefined
      let minutes = 0
      let [silent, out] = [false, false]
      const total = { messages: 0, alone: 0, inDigests: 0, dropped: 0 }
      const sentAt: number[] = []
      const open = async (now: Date): Promise<Window | undefined> => {
        const until = await findWindowEnd(choice, 'Europe/Berlin', now)
        return until && openWindow(window, { member: MEMBER, now, end: until })
      }
      for (const step of history) {
        minutes += step.minutes
        const now = minute(minutes)
        if (step.kind === 'silence') silent = step.on
        if (step.kind === 'opt out') out = step.out
        // Nothing is admitted that the member does not want at that moment.
        if (step.kind === 'messages' && !silent && !out) {
          const next = await open(now)
          const { atOnce, gathered, opens } = admitMessages(window, step.count, {
            member: MEMBER,
            now,
            isGathering: next !== undefined,
          })
          expect(atOnce + gathered).toBe(step.count)
          if (opens) expect(window === undefined || window.count === 0).toBe(true)
          if (opens) window = next
          if (window && gathered) {
            window = { ...window, count: window.count + gathered }
            dueAt ??= new Date(window.until)
          }
          total.messages += step.count
          total.alone += atOnce
          for (let sent = 0; sent < atOnce; sent++) sentAt.push(minutes)
        }
        if (step.kind === 'schedule' && window && dueAt && dueAt <= now) {
          const end = decideEnd(window, {
            now,
            refusal: out ? 'preference' : undefined,
            silence: silent ? { until: null } : undefined,
          })
          if (end.do === 'postpone') {
            expect(end.to.getTime()).toBeGreaterThan(now.getTime())
            dueAt = end.to
            continue
          }
          if (end.do === 'drop') total.dropped += window.count
          if (end.do === 'send') {
            expect([silent, out]).toEqual([false, false])
            total.inDigests += window.count
            sentAt.push(minutes)
          }
          window = end.do === 'send' ? await open(now) : undefined
          dueAt = undefined
        }
      }
      expect(total.alone + total.inDigests + total.dropped + (window?.count ?? 0)).toBe(total.messages)
      // Anything that waits has an end at which the schedule finds it.
      expect((window?.count ?? 0) > 0).toBe(dueAt !== undefined)
      const least = { off: 0, five_minutes: 5, hourly: 60, daily: 0 }[choice.window]
      if (!total.dropped)
        for (const [i, at] of sentAt.entries()) if (i) expect(at - (sentAt[i - 1] ?? 0)).toBeGreaterThanOrEqual(least)
    }),
  )
})

describe('the end of a window', () => {
  const end = async (window: string, zone = 'UTC', hour = 8) =>
    (await findWindowEnd({ window: window as never, hour }, zone, minute(0)))?.toISOString()

  test('is five minutes or an hour after it opened, or at the hour of the day', async () => {
    expect(await end('off')).toBeUndefined()
    expect(await end('five_minutes')).toBe('2026-03-02T09:05:00.000Z')
    expect(await end('hourly')).toBe('2026-03-02T10:00:00.000Z')
    expect(await end('daily')).toBe('2026-03-03T08:00:00.000Z')
    expect(await end('daily', 'UTC', 10)).toBe('2026-03-02T10:00:00.000Z')
    expect(await end('daily', 'Asia/Kolkata', 15)).toBe('2026-03-02T09:30:00.000Z')
  })

  const daily = (hour: number, zone: string, at: string) => findNextDailyHour(hour, zone, new Date(at)).toISOString()

  test('of a daily one is a day later if it opens at that very moment', () => {
    expect(daily(8, 'UTC', '2026-03-02T08:00:00.000Z')).toBe('2026-03-03T08:00:00.000Z')
    expect(daily(8, 'UTC', '2026-03-02T07:59:59.999Z')).toBe('2026-03-02T08:00:00.000Z')
  })

  test('follows the clock when it is put forward or back in Berlin', () => {
    expect(daily(8, 'Europe/Berlin', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
    expect(daily(2, 'Europe/Berlin', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(daily(3, 'Europe/Berlin', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(daily(8, 'Europe/Berlin', '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T07:00:00.000Z')
    expect(daily(2, 'Europe/Berlin', '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T00:00:00.000Z')
    expect(daily(2, 'Europe/Berlin', '2026-10-25T00:30:00.000Z')).toBe('2026-10-26T01:00:00.000Z')
  })

  test('is within a day and some hours in every zone, and never in the past', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 23 }), moments, (zone, hour, now) => {
        const found = findNextDailyHour(hour, zone, now)
        expect(found.getTime()).toBeGreaterThan(now.getTime())
        // A zone that skips a day has two days between.
        expect(found.getTime() - now.getTime()).toBeLessThanOrEqual(50 * 60 * MINUTE_MS)
        const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
        const before = Number(format.format(new Date(found.getTime() - 1)))
        const shown = Number(format.format(found))
        // The clock shows the hour from then on, or has skipped it.
        expect(shown === hour || before !== shown).toBe(true)
        if (shown !== hour) expect(before).not.toBe(hour)
      }),
    )
  })
})

test("a member's window takes precedence over the tenant's, each part by itself", () => {
  const tenant = { window: 'hourly', hour: 6 } as const
  expect(chooseDigest(tenant)).toEqual(tenant)
  expect(chooseDigest(tenant, { digestWindow: null, digestHour: null })).toEqual(tenant)
  expect(chooseDigest(tenant, { digestWindow: 'daily', digestHour: null })).toEqual({ window: 'daily', hour: 6 })
  expect(chooseDigest(tenant, { digestWindow: 'off', digestHour: 0 })).toEqual({ window: 'off', hour: 0 })
})

describe('topics', () => {
  test('for one person and urgent ones never wait, and neither do lists and webhooks', () => {
    const urgent = TOPIC_NAMES.filter((topic) => !canGather(topic, 'email'))
    expect(urgent).toEqual(
      TOPIC_NAMES.filter(
        (topic) =>
          TOPICS[topic].audience === 'named' ||
          TOPICS[topic].priority === 'urgent' ||
          topic === 'finance.payment.failed' ||
          /^iam\.membership\.(suspended|reinstated|role_)|^notification\.webhook_endpoint\./.test(topic),
      ),
    )
    for (const topic of TOPIC_NAMES) {
      const gathering = CHANNELS.filter((channel) => canGather(topic, channel))
      expect(gathering).toEqual(urgent.includes(topic) ? [] : ['email', 'sms', 'push', 'slack'])
    }
  })
})
