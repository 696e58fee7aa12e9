import { setTimeout as timer } from 'node:timers/promises'
import { createBoundedCache } from '../platform/bounded-cache.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../platform/outbound/outbound.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { ConnectorError, type ConnectorErrorCode } from './connector.ts'
import { isTooDeep } from './is-too-deep.ts'

/** How fast one store may be asked: so many requests at once, and so many more a second. */
export interface Pace {
  burst: number
  perSecond: number
}

export interface ShopRequest extends Pick<OutboundRequest, 'method' | 'url' | 'headers'> {
  /** Sent as JSON. */
  json?: unknown
  /** Whether sending it twice does what sending it once does; so it is for all but POST and PATCH unless said here. */
  isRepeatable?: boolean
  /** Seconds to wait, where an answer of 200 says that there were too many requests. */
  throttled?: (answer: ShopAnswer) => number | undefined
}

/** Any status below 500 but 408, 425 and 429, which are dealt with here. */
export interface ShopAnswer {
  status: number
  headers: OutboundResponse['headers']
  /** What the JSON says; undefined where there is none, such as in a page for people. */
  json: unknown
}

/** The way to one store. Throws `ConnectorError` alone. */
export interface ShopHttp {
  send(request: ShopRequest): Promise<ShopAnswer>
  now(): Date
}

export interface ShopHttpOptions {
  outbound: Outbound
  clock: () => Date
  /** Whose pace it is: calls with the same name share one. */
  connection: string
  pace: Pace
  /** For one `send` with its tries and waits; a call that would take longer fails instead. */
  patienceMs?: number
  /** The deadline of the work that asks the store; a call gets no more time than it leaves. */
  deadline?: Deadline | undefined
  wait?: (ms: number) => Promise<unknown>
}

const PATIENCE_MS = 25_000
const ONE_TRY_MS = 15_000
const MAX_TRIES = 4
const FIRST_WAIT_MS = 300
const MAX_RETRY_AFTER_SECONDS = 86_400
const MAX_BYTES = 12 * 1024 * 1024

/** When the next request of a connection may go, for as long as this process lives. */
const freeAt = createBoundedCache<number>(2000)

const NO_ANSWER: Record<OutboundError['kind'], readonly [ConnectorErrorCode, string]> = {
  'bad-url': ['INVALID_CONFIG', 'The store address is no https URL without a user name.'],
  'refused-address': ['STORE_NOT_FOUND', 'The store address does not lead to a public address.'],
  'refused-port': ['INVALID_CONFIG', 'The store address uses a port that is not allowed; use 443 or 80.'],
  redirected: ['INVALID_CONFIG', 'The store address only redirects elsewhere; give the address that it leads to.'],
  timeout: ['STORE_UNAVAILABLE', 'The store did not answer in time.'],
  unreachable: ['STORE_UNAVAILABLE', 'The store cannot be reached.'],
  'too-large': ['UPSTREAM_ERROR', 'The store answered with more than can be read.'],
  unreadable: ['UPSTREAM_ERROR', 'The store answered something that cannot be read.'],
  status: ['UPSTREAM_ERROR', 'The store answered with an error.'],
}

const isUnknownName = ({ cause }: OutboundError) => (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOTFOUND'

const buildNoAnswerError = (error: OutboundError) => {
  if (isUnknownName(error))
    return new ConnectorError('STORE_NOT_FOUND', 'There is no store at this address.', { cause: error })
  return new ConnectorError(...NO_ANSWER[error.kind], { cause: error })
}

/** What a header says, in seconds from now; a date or a number. */
export const retryAfterSeconds = (header: string | undefined, now: Date): number | undefined => {
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
const isPassing = (status: number) => status === 408 || status === 425 || isThrottle(status) || status >= 500

const buildFailure = (status: number, seconds: number | undefined) => {
  const more = { retryAfterSeconds: seconds }
  if (isThrottle(status)) return new ConnectorError('RATE_LIMITED', 'The store wants fewer requests.', more)
  if (status === 503 || status === 504 || status < 500)
    return new ConnectorError('STORE_UNAVAILABLE', `The store is not available at the moment (${status}).`, more)
  return new ConnectorError('UPSTREAM_ERROR', `The store answered with an error (${status}).`, more)
}

/** Half of the time at least, so that callers who failed together do not come back together. */
const computeBackoff = (tries: number) => FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random() / 2)

type Outcome = { answer: ShopAnswer } | { error: ConnectorError; passing: boolean; seconds?: number | undefined }

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
      mostBytes: MAX_BYTES,
    })
    const { status } = response
    const said = retryAfterSeconds(response.headers['retry-after'], now())
    if (isPassing(status)) return { error: buildFailure(status, said), passing: status !== 501, seconds: said }
    const answer = { status, headers: response.headers, json: parseJson(response) }
    const seconds = throttled?.(answer)
    return seconds === undefined ? { answer } : { error: buildFailure(429, Math.ceil(seconds)), passing: true, seconds }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const passing = error.kind === 'timeout' || (error.kind === 'unreachable' && !isUnknownName(error))
    return { error: buildNoAnswerError(error), passing }
  }
}

export const makeShopHttp = (options: ShopHttpOptions): ShopHttp => {
  const { outbound, clock, connection, pace, patienceMs = PATIENCE_MS, deadline, wait = timer } = options
  const readClock = () => clock().getTime()

  /** Waits for this connection's turn, within what is left. */
  const takeTurn = async (until: number) => {
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
        await takeTurn(until)
        const outcome = await tryOnce(outbound, asked, clock, Math.min(ONE_TRY_MS, until - readClock()))
        if ('answer' in outcome) return outcome.answer
        const { error, passing, seconds } = outcome
        const refusedUnread = error.code === 'RATE_LIMITED'
        const pause = seconds === undefined ? computeBackoff(tries) : seconds * 1000
        // All who share the pace wait for as long as the store has said.
        if (seconds !== undefined) freeAt.set(connection, Math.max(freeAt.get(connection) ?? 0, readClock() + pause))
        if (!passing || !(isRepeatable || refusedUnread) || tries + 1 >= MAX_TRIES || readClock() + pause >= until)
          throw error
        if (seconds === undefined) await wait(pause)
      }
    },
  }
}
