import { setTimeout as timer } from 'node:timers/promises'
import { createBoundedCache } from '../platform/bounded-cache.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../platform/outbound/outbound.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { ConnectorError, type ConnectorErrorCode } from './connector.ts'
import { isTooDeep } from './is-too-deep.ts'

/** Rate limit of one shop: requests at once, and further requests per second. */
export interface Pace {
  burst: number
  perSecond: number
}

export interface ShopRequest extends Pick<OutboundRequest, 'method' | 'url' | 'headers'> {
  /** Sent as JSON. */
  json?: unknown
  /** True if the request may be retried. The default is true, except for POST and PATCH. */
  isRepeatable?: boolean
  /** Returns seconds to wait if an answer with status 200 reports too many requests. */
  throttled?: (answer: ShopAnswer) => number | undefined
}

/** An answer with a status below 500, except 408, 425 and 429, which are retried. */
export interface ShopAnswer {
  status: number
  headers: OutboundResponse['headers']
  /** The parsed JSON; undefined if the body is not JSON, such as a page for people. */
  json: unknown
}

/** Sends requests to one shop. Throws nothing but `ConnectorError`. */
export interface ShopHttp {
  send(request: ShopRequest): Promise<ShopAnswer>
  now(): Date
}

export interface ShopHttpOptions {
  outbound: Outbound
  clock: () => Date
  /** Calls with the same connection share one rate limit. */
  connection: string
  pace: Pace
  /** Time limit for one `send` with its retries and waits. */
  patienceMs?: number
  /** The deadline of the caller, which limits the time further. */
  deadline?: Deadline | undefined
  wait?: (ms: number) => Promise<unknown>
}

const PATIENCE_MS = 25_000
const ONE_TRY_MS = 15_000
const MAX_TRIES = 4
const FIRST_WAIT_MS = 300
const MAX_RETRY_AFTER_SECONDS = 86_400
const MAX_BYTES = 12 * 1024 * 1024

/** Time of the next free request of a connection, in this process. */
const freeAt = createBoundedCache<number>(2000)

const NO_ANSWER: Record<OutboundError['kind'], readonly [ConnectorErrorCode, string]> = {
  'bad-url': ['INVALID_CONFIG', 'The store URL must start with https:// and must not contain a user name.'],
  'refused-address': ['STORE_NOT_FOUND', 'The store URL does not lead to a public address.'],
  'refused-port': ['INVALID_CONFIG', 'The store URL has a port that is not allowed. Use 443 or 80.'],
  redirected: ['INVALID_CONFIG', 'The store URL redirects to another one. Use the URL that it redirects to.'],
  timeout: ['STORE_UNAVAILABLE', 'The shop did not answer in time.'],
  unreachable: ['STORE_UNAVAILABLE', 'The shop cannot be reached.'],
  'too-large': ['UPSTREAM_ERROR', 'The answer of the shop is too large.'],
  unreadable: ['UPSTREAM_ERROR', 'The answer of the shop cannot be read.'],
  status: ['UPSTREAM_ERROR', 'The shop answered with an error.'],
}

const isUnknownName = ({ cause }: OutboundError) =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND'

const buildNoAnswerError = (error: OutboundError) => {
  if (isUnknownName(error))
    return new ConnectorError('STORE_NOT_FOUND', 'There is no shop at the store URL.', { cause: error })
  return new ConnectorError(...NO_ANSWER[error.kind], { cause: error })
}

/** Parses a Retry-After header, a number or a date, into seconds from now. */
export const parseRetryAfter = (header: string | undefined, now: Date): number | undefined => {
  if (!header) return undefined
  const seconds = /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS)
}

const parseJson = ({ body }: OutboundResponse): unknown => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

const isThrottle = (status: number) => status === 429
const isTransient = (status: number) => status === 408 || status === 425 || isThrottle(status) || status >= 500

const buildFailure = (status: number, seconds: number | undefined) => {
  const more = { retryAfterSeconds: seconds }
  if (isThrottle(status))
    return new ConnectorError('RATE_LIMITED', 'The shop limits the rate of requests. Try again later.', more)
  if (status === 503 || status === 504 || status < 500)
    return new ConnectorError('STORE_UNAVAILABLE', `The shop is temporarily unavailable (${status}).`, more)
  return new ConnectorError('UPSTREAM_ERROR', `The shop answered with an error (${status}).`, more)
}

/** At least half of the wait is fixed; the rest is random, so that callers who failed together spread out. */
const computeBackoff = (tries: number) => FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random() / 2)

type Outcome = { answer: ShopAnswer } | { error: ConnectorError; isTransient: boolean; seconds?: number | undefined }

const tryOnce = async (
  outbound: Outbound,
  asked: ShopRequest,
  now: () => Date,
  timeoutMs: number,
): Promise<Outcome> => {
  const { method = 'GET', url, headers, json, throttled } = asked
  try {
    const response = await outbound.send({
      method,
      url,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
    const { status } = response
    const said = parseRetryAfter(response.headers['retry-after'], now())
    if (isTransient(status)) return { error: buildFailure(status, said), isTransient: status !== 501, seconds: said }
    const answer = { status, headers: response.headers, json: parseJson(response) }
    const seconds = throttled?.(answer)
    return seconds === undefined
      ? { answer }
      : { error: buildFailure(429, Math.ceil(seconds)), isTransient: true, seconds }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isTransient = error.kind === 'timeout' || (error.kind === 'unreachable' && !isUnknownName(error))
    return { error: buildNoAnswerError(error), isTransient }
  }
}

export const makeShopHttp = (options: ShopHttpOptions): ShopHttp => {
  const { outbound, clock, connection, pace, patienceMs = PATIENCE_MS, deadline, wait = timer } = options
  const readClock = () => clock().getTime()

  /** Waits for the rate limit of the connection. Throws if that would take longer than until the limit. */
  const awaitTurn = async (until: number) => {
    const interval = 1000 / pace.perSecond
    const turn = Math.max(freeAt.get(connection) ?? 0, readClock() - (pace.burst - 1) * interval)
    if (turn >= until) throw buildFailure(429, Math.max(1, Math.ceil((turn - readClock()) / 1000)))
    freeAt.set(connection, turn + interval)
    if (turn > readClock()) await wait(turn - readClock())
  }

  return {
    now: clock,
    async send(asked) {
      const until = readClock() + Math.min(patienceMs, deadline?.millisecondsLeft() ?? patienceMs)
      const { method = 'GET', isRepeatable = method !== 'POST' && method !== 'PATCH' } = asked
      for (let tries = 0; ; tries++) {
        await awaitTurn(until)
        const outcome = await tryOnce(outbound, asked, clock, Math.min(ONE_TRY_MS, until - readClock()))
        if ('answer' in outcome) return outcome.answer
        const { error, isTransient, seconds } = outcome
        const refusedUnread = error.code === 'RATE_LIMITED'
        const pause = seconds === undefined ? computeBackoff(tries) : seconds * 1000
        // All callers of the connection wait as long as the shop demands.
        if (seconds !== undefined) freeAt.set(connection, Math.max(freeAt.get(connection) ?? 0, readClock() + pause))
        if (!isTransient || !(isRepeatable || refusedUnread) || tries + 1 >= MAX_TRIES || readClock() + pause >= until)
          throw error
        if (seconds === undefined) await wait(pause)
      }
    },
  }
}
