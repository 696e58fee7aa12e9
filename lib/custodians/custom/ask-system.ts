import { hash } from 'node:crypto'
import { parseRetryAfter } from '../../platform/back-off/parse-retry-after.ts'
import { isTooDeep } from '../../platform/is-too-deep.ts'
import type { OutboundResponse } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { CustodianError, type CustodianErrorCode, type CustodianSystem } from '../custodian-connector.ts'
import { buildWebhookHeaders } from '../standard-webhook.ts'

/** Requests that a system of the tenant's own receives, by their type. */
export type RequestType =
  | 'connection.tested'
  | 'fulfilment_order.requested'
  | 'fulfilment_order.read'
  | 'fulfilment_order.cancel_requested'
  | 'stock.read'
  | 'goods.announced'

export interface SystemAnswer {
  status: number
  /** The parsed JSON; null if the body is empty. */
  json: unknown
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 4 * 1024 * 1024

const NO_ANSWER: Record<OutboundError['kind'], readonly [CustodianErrorCode, string]> = {
  'bad-url': ['INVALID_CONFIG', 'The address in integrationId must start with https:// and have no user name.'],
  'refused-address': ['INVALID_CONFIG', 'The address in integrationId does not lead to a public address.'],
  'refused-port': ['INVALID_CONFIG', 'The address in integrationId has a port that is not allowed. Use 443 or 80.'],
  redirected: ['INVALID_CONFIG', 'The address in integrationId redirects to another one. Use that one.'],
  timeout: ['UNAVAILABLE', "The custodian's system did not answer in time."],
  unreachable: ['UNAVAILABLE', "The custodian's system cannot be reached."],
  'too-large': ['UPSTREAM_ERROR', "The answer of the custodian's system is too large."],
  unreadable: ['UPSTREAM_ERROR', "The answer of the custodian's system cannot be read."],
  status: ['UPSTREAM_ERROR', "The custodian's system answered with an error."],
}

/** Failures after which the system may have done what it was asked for. */
const UNCLEAR: readonly OutboundError['kind'][] = ['timeout', 'unreachable', 'too-large', 'unreadable', 'status']

export const buildUnreadableError = (cause?: unknown): CustodianError =>
  new CustodianError(...NO_ANSWER.unreadable, { isUnclear: true, cause })

const REFUSALS: Readonly<Record<number, readonly [CustodianErrorCode, string]>> = {
  401: ['AUTH_FAILED', "The custodian's system rejected the signature. Check webhookSecret."],
  403: ['INSUFFICIENT_SCOPE', "The custodian's system does not allow this request."],
  429: ['RATE_LIMITED', "The custodian's system limits the rate of requests. Try again later."],
}

/** Returns the error for an answer that no request expects; of a server's error nobody knows what was done before it. */
export const buildStatusError = (
  status: number,
  retryAfterSeconds?: number,
  known: readonly [CustodianErrorCode, string] | undefined = REFUSALS[status],
): CustodianError => {
  const fallback = [
    status === 503 ? 'UNAVAILABLE' : 'UPSTREAM_ERROR',
    `The custodian's system answered with an error (${status}).`,
  ] as const
  return new CustodianError(...(known ?? fallback), { isUnclear: status >= 500 || status === 408, retryAfterSeconds })
}

const parseJson = ({ body }: OutboundResponse): unknown => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body).trim()
    if (!text) return null
    const value: unknown = JSON.parse(text)
    if (!isTooDeep(value)) return value
  } catch (error) {
    throw buildUnreadableError(error)
  }
  throw buildUnreadableError()
}

/** Builds an id that is the same for every attempt, so that the system can tell repetitions. */
const buildMessageId = (type: RequestType, custodianId: string, key: string) =>
  `msg_${hash('sha256', JSON.stringify([type, custodianId, key]), 'hex').slice(0, 32)}`

/**
 * Sends a signed request; `key` tells repetitions of it. Answers with one of the `expected` statuses or any success are
 * returned, all others throw.
 */
export const askSystem = async (
  { credentials, outbound, custodianId, now }: CustodianSystem,
  type: RequestType,
  { key, data, expected = [] }: { key: string; data: object; expected?: readonly number[] },
): Promise<SystemAnswer> => {
  const { integrationId: url, webhookSecret } = credentials
  if (!url || !webhookSecret)
    throw new CustodianError('INVALID_CONFIG', 'The custodian needs integrationId and webhookSecret.')
  const raw = Buffer.from(JSON.stringify({ type, timestamp: now.toISOString(), data }), 'utf8')
  const headers = buildWebhookHeaders(webhookSecret, buildMessageId(type, custodianId, key), raw, now)
  let response: OutboundResponse
  try {
    response = await outbound.send({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: raw,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new CustodianError(...NO_ANSWER[error.kind], { isUnclear: UNCLEAR.includes(error.kind), cause: error })
  }
  const { status } = response
  if (expected.includes(status)) return { status, json: null }
  if (status < 200 || status > 299)
    throw buildStatusError(status, parseRetryAfter(response.headers['retry-after'], now))
  return { status, json: parseJson(response) }
}
