import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeShopHttp, type ShopRequest } from '../../lib/connectors/shop-http.ts'
import { parseRetryAfter } from '../../lib/platform/back-off/parse-retry-after.ts'
import type { OutboundRequest, OutboundResponse } from '../../lib/platform/outbound/outbound.ts'
import { OutboundError } from '../../lib/platform/outbound/outbound-error.ts'
import { root } from '../../local/definitions.ts'
import { refusalOf } from './platforms.ts'

let connections = 0

type Answer = Partial<Omit<OutboundResponse, 'body'>> & { body?: string }

/**
 * A client of a shop that gives these answers in turn and repeats the last; waits only advance the clock, by more if they end
 * late.
 */
const wayTo = (
  answers: (Answer | OutboundError)[],
  { pace = { burst: 2, perSecond: 2 }, connection = `${++connections}`, lateMs = 0 } = {},
) => {
  let now = 1_000_000
  const sent: (OutboundRequest & { at: number })[] = []
  const waited: number[] = []
  const http = makeShopHttp({
    outbound: {
      send: async (request) => {
        const said = answers[Math.min(sent.length, answers.length - 1)] ?? {}
        sent.push({ ...request, at: now })
        if (said instanceof OutboundError) throw said
        const { status = 200, headers = {}, body = '{}' } = said
        return { status, headers, body: Buffer.from(body) }
      },
    },
    clock: () => new Date(now),
    connection,
    pace,
    wait: async (ms) => {
      waited.push(ms)
      now += ms + lateMs
    },
  })
  return { http, sent, waited, at: () => now }
}

const GET: ShopRequest = { url: 'https://a.test' }
const POST: ShopRequest = { ...GET, method: 'POST', json: { a: 1 } }

it('limits the rate of all callers that share a connection', async () => {
  const one = wayTo([{}], { connection: 'shared' })
  for (let i = 0; i < 6; i++) await one.http.send(GET)
  expect(one.sent.map(({ at }) => at - 1_000_000)).toEqual([0, 0, 500, 1000, 1500, 2000])
  const other = wayTo([{}], { connection: 'shared' })
  await other.http.send(GET)
  expect(other.waited).toEqual([2500])
})

it('sends concurrent requests one after the other', async () => {
  const { http, sent } = wayTo([{}])
  await Promise.all(Array.from({ length: 4 }, () => http.send(GET)))
  expect(sent).toHaveLength(4)
})

it('refuses a request that would wait too long, without using the rate limit', async () => {
  const { http, sent } = wayTo([{ status: 429, headers: { 'retry-after': '60' } }, {}])
  expect(await refusalOf(http.send(GET))).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
  expect(await refusalOf(http.send(GET))).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
  expect(sent).toHaveLength(1)
})

it.each([
  ['pause before another try', 503, 0],
  ['wait for the rate limit', 200, 1],
])('refuses a request whose %s ends after its time limit', async (_, status, before) => {
  const { http, sent } = wayTo([{ status }], { pace: { burst: 1, perSecond: 1 }, lateMs: 25_000 })
  for (let each = 0; each < before; each++) await http.send(GET)
  expect(await refusalOf(http.send(GET))).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
  expect(sent).toHaveLength(1)
})

it('retries a request that is not repeatable only if it was rate limited', async () => {
  for (const answer of [
    { status: 500 },
    { status: 503 },
    { status: 408 },
    new OutboundError('timeout'),
    new OutboundError('unreachable'),
  ]) {
    const { http, sent } = wayTo([answer])
    await refusalOf(http.send(POST))
    expect(sent).toHaveLength(1)
  }
  const { http, sent } = wayTo([{ status: 429 }, {}])
  await http.send(POST)
  expect(sent).toHaveLength(2)
})

it('stops after a few attempts or at the time limit', async () => {
  const tries = wayTo([{ status: 503 }])
  expect(await refusalOf(tries.http.send(GET))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
  expect(tries.sent).toHaveLength(4)
  const time = wayTo([{ status: 503, headers: { 'retry-after': '9' } }])
  expect(await refusalOf(time.http.send(GET))).toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfterSeconds: 9 })
  expect(time.at() - 1_000_000).toBeLessThan(25_000)
})

it.each([
  ['bad-url', 'INVALID_CONFIG'],
  ['refused-address', 'STORE_NOT_FOUND'],
  ['refused-port', 'INVALID_CONFIG'],
  ['redirected', 'INVALID_CONFIG'],
  ['too-large', 'UPSTREAM_ERROR'],
] as const)('what does not pass (%s) is not tried again', async (kind, code) => {
  const { http, sent } = wayTo([new OutboundError(kind)])
  expect(await refusalOf(http.send(GET))).toMatchObject({ code })
  expect(sent).toHaveLength(1)
})

it('distinguishes an unknown name from an unreachable shop', async () => {
  const unknown = new OutboundError('unreachable', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })
  expect(await refusalOf(wayTo([unknown]).http.send(GET))).toMatchObject({ code: 'STORE_NOT_FOUND' })
  const away = new OutboundError('unreachable', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
  expect(await refusalOf(wayTo([away]).http.send(GET))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
})

it('returns no JSON for a page or for data that is nested too deeply', async () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const [body, json] of [
    ['', undefined],
    ['<html>', undefined],
    [deep(200_000), undefined],
    ['null', null],
    [deep(2), [[]]],
  ] as const)
    expect((await wayTo([{ body }]).http.send(GET)).json, body.slice(0, 10)).toEqual(json)
})

it('parses a wait in seconds or as a date, within bounds', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  const wanted = {
    '7': 7,
    '1.5': 2,
    'Sun, 01 Mar 2026 00:01:00 GMT': 60,
    'Sat, 28 Feb 2026 00:00:00 GMT': 0,
    '999999999': 86_400,
    soon: undefined,
    '': undefined,
  }
  for (const [header, seconds] of Object.entries(wanted)) expect(parseRetryAfter(header, now), header).toBe(seconds)
  expect(parseRetryAfter(undefined, now)).toBeUndefined()
})

it('keeps the pace everywhere but in tests', () => {
  const sources = ['functions', 'lib', 'local', 'operator', 'deploy']
  const files = execFileSync('git', ['grep', '-l', 'hastenPaces', '--', ...sources], { cwd: root, encoding: 'utf8' })
  expect(files.trim().split('\n')).toEqual(['lib/platform/outbound/paced-http.ts'])
})
