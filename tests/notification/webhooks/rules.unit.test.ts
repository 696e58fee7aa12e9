import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { decideHealth, findDisablingTime } from '../../../lib/notification/webhooks/endpoints/decide-health.ts'
import {
  ENDPOINT_TOPICS,
  isSubscribed,
  matchesTopic,
  meetsConditions,
} from '../../../lib/notification/webhooks/endpoints/find-subscribers.ts'
import { MAX_ATTEMPTS, planRetry } from '../../../lib/notification/webhooks/queue/plan-retry.ts'
import { excerptAnswer, MASK, maskSecrets } from '../../../lib/notification/webhooks/requests/mask-secrets.ts'
import { signWebhook } from '../../../lib/notification/webhooks/requests/sign-webhook.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import { TOPIC_NAMES } from '../../../schemas/notification/topic.ts'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the next attempt', () => {
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]

  test('follows the schedule, at most a tenth later, and is the same for the same delivery', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }), (id, attempts) => {
        const at = planRetry(id, attempts, NOW) as string
        const seconds = (Date.parse(at) - NOW.getTime()) / 1000
        const pause = pauses[attempts - 1] as number
        expect(seconds).toBeGreaterThanOrEqual(pause)
        expect(seconds).toBeLessThanOrEqual(pause * 1.1 + 0.001)
        expect(planRetry(id, attempts, NOW)).toBe(at)
      }),
    )
  })

  test('does not exist after the eighth', () => {
    expect(MAX_ATTEMPTS).toBe(8)
    expect(planRetry('delivery', MAX_ATTEMPTS, NOW, '60')).toBeUndefined()
  })

  test.each([
    ['an hour', '3600', HOUR],
    ['a date', later(2 * HOUR).toUTCString(), 2 * HOUR],
    ['a year, which counts for twelve hours', '31536000', 12 * HOUR],
  ])('waits for Retry-After of %s', (_, asked, wait) => {
    expect(planRetry('delivery', 1, NOW, asked)).toBe(later(wait).toISOString())
  })

  test.each(['1', 'soon', '-5', ''])('is not earlier because of Retry-After %j', (asked) => {
    expect(planRetry('delivery', 2, NOW, asked)).toBe(planRetry('delivery', 2, NOW))
  })
})

describe('a topic', () => {
  test.each([
    ['finance.invoice.issued', 'finance.invoice.issued', true],
    ['finance.*', 'finance.invoice.issued', true],
    ['finance.invoice.*', 'finance.invoice.issued', true],
    ['*', 'finance.invoice.issued', true],
    ['fin.*', 'finance.invoice.issued', false],
    ['finance', 'finance.invoice.issued', false],
    ['finance.invoice.issued.*', 'finance.invoice.issued', false],
  ])('%s stands for %s: %s', (pattern, topic, isMatch) => {
    expect(matchesTopic(pattern, topic)).toBe(isMatch)
  })

  test('for one named person, or with a secret, reaches no endpoint whatever it subscribes to', () => {
    for (const topic of TOPIC_NAMES) {
      const { audience, variables } = TOPICS[topic]
      const isOffered = isSubscribed({ topics: ['*'] }, topic, {})
      expect(isOffered, topic).toBe(audience !== 'named')
      if (isOffered) expect(Object.keys(variables.properties).filter((name) => /^sealed|email/i.test(name))).toEqual([])
    }
  })

  test('reaches an endpoint without topics if the policy enables it', () => {
    const [topic = 'partner.partner.created'] = ENDPOINT_TOPICS
    expect(isSubscribed({ topics: null }, topic, {})).toBe(false)
    expect(isSubscribed({ topics: null }, topic, { [topic]: { webhook: true } })).toBe(true)
    expect(isSubscribed({ topics: ['nothing'] }, topic, { [topic]: { webhook: true } })).toBe(false)
  })
})

test('conditions name the members of the body, and all groups must be met', () => {
  const event = {
    topic: 'partner.partner.created',
    subject: 'commerce:///partner/partners/1',
    data: { partnerId: '1', partnerName: 'Nordlicht' },
  } as const
  const rule = (field: string, operator: 'eq' | 'starts_with', value: string) => ({
    logic: 'and' as const,
    rules: [{ field, operator, value, description: null }],
  })
  const meets = (...conditions: ReturnType<typeof rule>[]) => meetsConditions({ conditions }, event)
  expect(meets()).toBe(true)
  expect(meets(rule('subject', 'starts_with', 'commerce:///partner/'))).toBe(true)
  expect(meets(rule('data.details.partnerName', 'eq', 'Nordlicht'), rule('topic', 'eq', event.topic))).toBe(true)
  expect(meets(rule('data.details.partnerName', 'eq', 'Nordlicht'), rule('topic', 'eq', 'other'))).toBe(false)
  expect(meets(rule('data.details.missing', 'eq', ''))).toBe(false)
})

describe('failures', () => {
  const since = NOW.toISOString()

  test.each([
    ['the first', {}, 0, undefined],
    ['within four days', { failingSince: since }, 4 * DAY - 1, undefined],
    ['after four days', { failingSince: since }, 4 * DAY, 'warn'],
    ['after five days without a warning', { failingSince: since }, 9 * DAY, 'warn'],
    [
      'within a day after the warning',
      { failingSince: since, warnedAt: later(9 * DAY).toISOString() },
      9.9 * DAY,
      undefined,
    ],
    [
      'five days old, a day after the warning',
      { failingSince: since, warnedAt: later(4 * DAY).toISOString() },
      5 * DAY,
      'disable',
    ],
    ['not five days old', { failingSince: since, warnedAt: later(3 * DAY).toISOString() }, 5 * DAY - 1, undefined],
  ] as const)('%s lead to the right decision', (_, failures, at, decision) => {
    expect(decideHealth(failures, later(at))).toBe(decision)
  })

  test('never disable an endpoint before the time that the warning names', () => {
    const times = fc.tuple(fc.integer({ min: 4 * DAY, max: 30 * DAY }), fc.integer({ min: 0, max: 30 * DAY }))
    fc.assert(
      fc.property(times, ([warned, wait]) => {
        const warnedAt = later(warned)
        const failures = { failingSince: since, warnedAt: warnedAt.toISOString() }
        const at = later(warned + wait)
        expect(decideHealth(failures, at) === 'disable').toBe(at >= findDisablingTime(since, warnedAt))
      }),
    )
  })
})

describe('a signature', () => {
  test('is accepted by the library of the standard with each secret, and only with these', () => {
    const secret = () =>
      fc.uint8Array({ minLength: 24, maxLength: 64 }).map((key) => `whsec_${Buffer.from(key).toString('base64')}`)
    fc.assert(
      fc.property(secret(), secret(), secret(), fc.string(), (one, two, other, text) => {
        fc.pre(other !== one && other !== two)
        const body = JSON.stringify({ text })
        const seconds = String(Math.floor(Date.now() / 1000))
        const headers = {
          'webhook-id': 'event',
          'webhook-timestamp': seconds,
          'webhook-signature': signWebhook([one, two], { id: 'event', seconds, body }),
        }
        for (const each of [one, two]) expect(new Webhook(each).verify(body, headers)).toEqual({ text })
        expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature found')
      }),
      { numRuns: 50 },
    )
  })
})

describe('an answer in the log', () => {
  test('has no secret at any place, and no part of one at its end', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1100 }), (before) => {
        const shown = excerptAnswer(Buffer.from(`${'x'.repeat(before)}${secret} rest`), [secret])
        expect(shown.length).toBeLessThanOrEqual(1024)
        expect(shown).not.toContain('whsec')
      }),
    )
  })

  test.each([
    ['Authorization: Bearer abcdefgh12345678', `Authorization: Bearer ${MASK}`],
    ['{"password":"hunter2","user":"kim"}', `{"password":"${MASK}","user":"kim"}`],
    ['token=abc&next=1', `token=${MASK}&next=1`],
    ['The order was not found.', 'The order was not found.'],
  ])('shows %s as %s', (text, shown) => {
    expect(maskSecrets(text, [])).toBe(shown)
  })
})
