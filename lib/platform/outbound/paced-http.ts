import { setTimeout as timer } from 'node:timers/promises'
import { computePause } from '../back-off/compute-retry-time.ts'
import { parseRetryAfter } from '../back-off/parse-retry-after.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import type { Deadline } from '../deadline.ts'
import { isTooDeep } from '../is-too-deep.ts'
import { parseExactJson } from './exact-json.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts'
import { OutboundError, type OutboundFailure } from './outbound-error.ts'

/** Rate limit of one connection: requests at once, and further requests per second. */
export interface Pace {
  burst: number
  perSecond: number
}

export interface PacedRequest extends Pick<OutboundRequest, 'method' | 'url' | 'headers'> {
  /** Sent as JSON. */
  json?: unknown
  /** True if the request may be retried. The default is true, except for POST and PATCH. */
  isRepeatable?: boolean
  /** Returns seconds to wait if an answer with status 200 reports too many requests. */
  throttled?: (answer: PacedAnswer) => number | undefined
}

/** An answer with a status below 500, except 408, 425 and 429, which are retried. */
export interface PacedAnswer {
  status: number
  headers: OutboundResponse['headers']
  /** The parsed JSON; undefined if the body is not JSON, such as a page for people. */
  json: unknown
}

export type HttpFailureKind = OutboundFailure | 'unknown-name' | 'rate-limited' | 'unavailable' | 'failed'

/** The reason why a request got no usable answer; contains no part of a response. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  /** True if the other party may have done what it was asked for. */
  isUnclear: boolean

  constructor(
    kind: HttpFailureKind,
    options: { status?: number; retryAfterSeconds?: number | undefined; isUnclear?: boolean; cause?: unknown } = {},
  ) {
    super(`the request failed: ${kind}`, { cause: options.cause })
    this.kind = kind
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.isUnclear = options.isUnclear ?? false
  }
}

/** Sends requests over one connection. Throws nothing but `HttpFailure`. */
export interface PacedHttp {
  send(request: PacedRequest): Promise<PacedAnswer>
}

export interface PacedHttpOptions {
  outbound: Outbound
  clock: () => Date
  /** Calls with the same connection share one rate limit. */
  connection: string
  pace: Pace
  /** Time limit for one `send` with its retries and waits. */
  patienceMs?: number
  /** The deadline of the caller, which limits the time further. */
  deadline?: Deadline | undefined
  /** Returns how long an answer demands to wait, as Retry-After does. */
  readWait?: ((headers: OutboundResponse['headers']) => string | undefined) | undefined
  wait?: ((ms: number) => Promise<unknown>) | undefined
}

const PATIENCE_MS = 25_000
const ONE_TRY_MS = 15_000
const MAX_TRIES = 4
const BACK_OFF = { firstMs: 300, maxMs: PATIENCE_MS }
const MAX_BYTES = 12 * 1024 * 1024

let haste = 1

/** Lets every connection send this many times as often as its pace allows, for tests; a deployment never calls it. */
export const hastenPaces = (times: number): void => {
  haste = times
}

/** Time of the next free request of a connection, in this process. */
const freeAt = createBoundedCache<number>(2000)

/** Codes of causes that show that nothing was sent. */
const UNSENT = new Set<unknown>(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

const getCauseCode = ({ cause }: OutboundError): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined

const buildNoAnswer = (error: OutboundError) => {
  const code = getCauseCode(error)
  const { kind } = error
  return new HttpFailure(kind === 'unreachable' && code === 'ENOTFOUND' ? 'unknown-name' : kind, {
    isUnclear:
      kind === 'timeout' ||
      kind === 'too-large' ||
      kind === 'unreadable' ||
      (kind === 'unreachable' && !UNSENT.has(code)),
    cause: error,
  })
}

const parseJson = ({ body }: OutboundResponse): unknown => {
  try {
    const value: unknown = parseExactJson(body.toString('utf8'))
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

const isThrottle = (status: number) => status === 429
const isTransient = (status: number) => status === 408 || status === 425 || isThrottle(status) || status >= 500

const buildFailure = (status: number, retryAfterSeconds: number | undefined) => {
  const isGone = status === 503 || status === 504 || status < 500
  const kind = isThrottle(status) ? 'rate-limited' : isGone ? 'unavailable' : 'failed'
  return new HttpFailure(kind, { status, retryAfterSeconds, isUnclear: !isThrottle(status) && status !== 425 })
}

/** At least half of the wait is fixed; the rest is random, so that callers who failed together spread out. */
const computeWait = (failures: number) => computePause(failures, BACK_OFF) * (0.5 + Math.random() / 2)

type Outcome = { answer: PacedAnswer } | { error: HttpFailure; isTransient: boolean; seconds?: number | undefined }

const tryOnce = async (
  { outbound, clock, readWait = (headers) => headers['retry-after'] }: PacedHttpOptions,
  asked: PacedRequest,
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
    const said = parseRetryAfter(readWait(response.headers), clock())
    if (isTransient(status)) return { error: buildFailure(status, said), isTransient: status !== 501, seconds: said }
    const answer = { status, headers: response.headers, json: parseJson(response) }
    const seconds = throttled?.(answer)
    return seconds === undefined
      ? { answer }
      : { error: buildFailure(429, Math.ceil(seconds)), isTransient: true, seconds }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const failure = buildNoAnswer(error)
    return { error: failure, isTransient: failure.kind === 'timeout' || failure.kind === 'unreachable' }
  }
}

export const makePacedHttp = (options: PacedHttpOptions): PacedHttp => {
  const { clock, connection, pace, patienceMs = PATIENCE_MS, deadline, wait = timer } = options
  const readClock = () => clock().getTime()

  /** Waits for the rate limit of the connection, and returns the time left after that. Throws if none would be left. */
  const awaitTurn = async (until: number): Promise<number> => {
    const interval = 1000 / (pace.perSecond * haste)
    const turn = Math.max(freeAt.get(connection) ?? 0, readClock() - (pace.burst - 1) * interval)
    if (turn >= until) throw buildFailure(429, Math.max(1, Math.ceil((turn - readClock()) / 1000)))
    freeAt.set(connection, turn + interval)
    if (turn > readClock()) await wait(turn - readClock())
    // Waits end late, both this one and the pause before another try.
    const left = until - readClock()
    if (left <= 0) throw buildFailure(429, 1)
    return left
  }

  return {
    async send(asked) {
      const until = readClock() + Math.min(patienceMs, deadline?.millisecondsLeft() ?? patienceMs)
      const { method = 'GET', isRepeatable = method !== 'POST' && method !== 'PATCH' } = asked
      // One unclear attempt makes the request unclear, whatever the later ones say.
      let isUnclear = false
      const fail = (failure: HttpFailure) => Object.assign(failure, { isUnclear: failure.isUnclear || isUnclear })
      for (let tries = 0; ; tries++) {
        let left: number
        try {
          left = await awaitTurn(until)
        } catch (error) {
          throw error instanceof HttpFailure ? fail(error) : error
        }
        const outcome = await tryOnce(options, asked, Math.min(ONE_TRY_MS, left))
        if ('answer' in outcome) return outcome.answer
        const { error, isTransient, seconds } = outcome
        const refusedUnread = error.kind === 'rate-limited'
        const pause = seconds === undefined ? computeWait(tries + 1) : seconds * 1000
        // All callers of the connection wait as long as the other party demands.
        if (seconds !== undefined) freeAt.set(connection, Math.max(freeAt.get(connection) ?? 0, readClock() + pause))
        if (!isTransient || !(isRepeatable || refusedUnread) || tries + 1 >= MAX_TRIES || readClock() + pause >= until)
          throw fail(error)
        isUnclear ||= error.isUnclear
        if (seconds === undefined) await wait(pause)
      }
    },
  }
}
