import type { Answer, Authentication, AuthenticationContext } from './authentication.ts'
import { type Clock, systemClock, untilAborted } from './clock.ts'
import { decideRetry, isUnclear } from './decide-retry.ts'
import { ConnectionError, ProblemError, toError } from './errors.ts'
import type { PreparedRequest, RequestOptions } from './requests.ts'

export interface ClientOptions {
  /** Address of the platform, such as `https://api.example.com`. */
  baseUrl: string
  /** Who sends the requests: `createSession`, `createServiceAccount` or `createTokenAuthentication`. */
  authentication?: Authentication | undefined
  /** Milliseconds for one attempt; 30,000 by default. */
  timeoutMs?: number | undefined
  /** Number of repetitions after a failure that may pass; 3 by default. */
  maxRetries?: number | undefined
  /** The longest pause that the client makes because the platform demands it; 60,000 milliseconds by default. */
  maxRetryDelayMs?: number | undefined
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Used instead of the system's time and chance, by tests. */
  clock?: Clock | undefined
}

/** Sends a request, again if that is safe and useful, and returns the answer of its success. */
export type Send = (request: PreparedRequest, options?: RequestOptions) => Promise<Answer>

const readBaseUrl = (given: string) => {
  const { protocol } = new URL(given)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('baseUrl must begin with https:// or http://.')
  return given.replace(/\/+$/, '')
}

const buildHeaders = (request: PreparedRequest, token: string | undefined) => ({
  Accept: 'application/json',
  ...(request.contentType && { 'Content-Type': request.contentType }),
  ...(request.idempotencyKey !== undefined && { 'Idempotency-Key': request.idempotencyKey }),
  ...(request.ifMatch !== undefined && { 'If-Match': request.ifMatch }),
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
})

const isGone = (error: unknown) => error instanceof ProblemError && error.status === 404
const isRefusedToken = (error: unknown) => error instanceof ProblemError && error.status === 401

export const createSend = ({
  baseUrl,
  authentication,
  timeoutMs: usualTimeoutMs = 30_000,
  maxRetries: usualMaxRetries = 3,
  maxRetryDelayMs = 60_000,
  headers: usualHeaders,
  fetch: ownFetch,
  clock = systemClock,
}: ClientOptions): Send => {
  const base = readBaseUrl(baseUrl)

  /** Sends the request once. */
  const attempt = async (
    request: PreparedRequest,
    token: string | undefined,
    { signal, timeoutMs = usualTimeoutMs, headers }: RequestOptions,
  ): Promise<Answer> => {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? timeoutMs)
    const received = { status: 0, headers: new Headers(), text: '' }
    try {
      const response = await (ownFetch ?? fetch)(`${base}${request.path}`, {
        method: request.method,
        headers: { ...buildHeaders(request, token), ...usualHeaders, ...headers },
        ...(request.body !== undefined && { body: request.body }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // A redirect would turn a POST into a GET, and the platform sends none to clients that accept JSON.
        redirect: 'error',
        credentials: 'omit',
      })
      received.status = response.status
      received.headers = response.headers
      received.text = await response.text()
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw new ConnectionError(timeout.aborted, error)
    }
    if (received.status >= 200 && received.status < 300) return received
    throw toError(received.status, received.headers, received.text)
  }

  const sendAs = async (
    user: Authentication | undefined,
    request: PreparedRequest,
    options: RequestOptions,
  ): Promise<Answer> => {
    const { signal, maxRetries = usualMaxRetries } = options
    let retries = 0
    let hasNewToken = false
    let unclearSince: number | undefined
    for (;;) {
      const token = await untilAborted(Promise.resolve(user?.getToken(context)), signal)
      const begunAt = clock.now()
      try {
        return await attempt(request, token, options)
      } catch (error) {
        if (user && token !== undefined && !hasNewToken && isRefusedToken(error)) {
          hasNewToken = await untilAborted(user.replaceToken(token, context, error), signal)
          if (hasNewToken) continue
        }
        // An attempt without an answer may have deleted it.
        if (request.method === 'DELETE' && unclearSince !== undefined && isGone(error))
          return { status: 204, headers: new Headers(), text: '' }
        if (isUnclear(error)) unclearSince ??= begunAt
        const now = clock.now()
        const failed = { error, request, retries, maxRetries, maxRetryDelayMs, unclearSince, now }
        const delay = decideRetry({ ...failed, random: clock.random() })
        if (delay === undefined) throw error
        retries++
        await clock.wait(delay, signal)
      }
    }
  }

  const context: AuthenticationContext = { send: (request) => sendAs(undefined, request, {}), now: () => clock.now() }

  return (request, options = {}) => sendAs(request.isPublic ? undefined : authentication, request, options)
}
