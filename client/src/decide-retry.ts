import { ConnectionError, ProblemError, UnexpectedAnswerError } from './errors.ts'
import type { PreparedRequest } from './requests.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000

/** Statuses after which the same request can succeed, although it may have been carried out. */
const UNCLEAR_STATUSES = [408, 500, 502, 503, 504]

/** True if sending the request twice has the effect of sending it once. */
export const isRepeatable = ({ method, idempotencyKey, ifMatch, repeatableForMs }: PreparedRequest): boolean =>
  method === 'GET' ||
  idempotencyKey !== undefined ||
  repeatableForMs !== undefined ||
  // A repetition would be refused if the first attempt was carried out, since it changed the revision.
  (ifMatch === undefined && (method === 'PUT' || method === 'DELETE'))

/** True if the request was certainly not carried out, or is still being carried out under its key. */
const isSurelyUndone = (error: unknown) =>
  (error instanceof ProblemError &&
    (error.errorCode === 'RATE_LIMITED' || error.errorCode === 'IDEMPOTENCY_IN_PROGRESS')) ||
  (error instanceof UnexpectedAnswerError && error.status === 429)

/** True if the request may have been carried out and repeating it may succeed. */
export const isUnclear = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  ((error instanceof ProblemError || error instanceof UnexpectedAnswerError) && UNCLEAR_STATUSES.includes(error.status))

/** Reads `Retry-After`, which is a number of seconds or a date, as milliseconds; undefined without one. */
export const readRetryAfter = (headers: Headers, now: number): number | undefined => {
  const given = headers.get('retry-after')
  if (!given) return undefined
  const ms = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

interface Failed {
  error: unknown
  request: PreparedRequest
  /** Number of repetitions so far. */
  retries: number
  maxRetries: number
  maxRetryDelayMs: number
  /** Beginning of the first attempt that may have been carried out, in milliseconds since 1970. */
  unclearSince: number | undefined
  now: number
  /** A number from 0 to 1. */
  random: number
}

/**
 * Returns the milliseconds to wait before the request is sent again; undefined if it must not be. The delay is at least
 * what the platform demands. Chance spreads callers that failed together.
 */
export const decideRetry = ({
  error,
  request,
  retries,
  maxRetries,
  maxRetryDelayMs,
  unclearSince,
  now,
  random,
}: Failed): number | undefined => {
  if (retries >= maxRetries) return undefined
  if (!isSurelyUndone(error) && !(isUnclear(error) && isRepeatable(request))) return undefined
  const demanded =
    error instanceof ProblemError || error instanceof UnexpectedAnswerError
      ? readRetryAfter(error.headers, now)
      : undefined
  if (demanded !== undefined && demanded > maxRetryDelayMs) return undefined
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS)
  const delay = demanded === undefined ? random * backoff : demanded + random * FIRST_DELAY_MS
  const { repeatableForMs = Number.POSITIVE_INFINITY } = request
  return unclearSince !== undefined && now + delay - unclearSince > repeatableForMs ? undefined : delay
}
