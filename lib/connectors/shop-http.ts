import {
  HttpFailure,
  type HttpFailureKind,
  makePacedHttp,
  type PacedAnswer,
  type PacedHttp,
  type PacedHttpOptions,
  type PacedRequest,
} from '../platform/outbound/paced-http.ts'
import { ConnectorError, type ConnectorErrorCode } from './connector.ts'

export type ShopRequest = PacedRequest
export type ShopAnswer = PacedAnswer

/** Sends requests to one shop. Throws nothing but `ConnectorError`. */
export interface ShopHttp extends PacedHttp {
  now(): Date
}

const FAILURES: Record<HttpFailureKind, readonly [ConnectorErrorCode, string]> = {
  'bad-url': ['INVALID_CONFIG', 'The store URL must start with https:// and must not contain a user name.'],
  'refused-address': ['STORE_NOT_FOUND', 'The store URL does not lead to a public address.'],
  'refused-port': ['INVALID_CONFIG', 'The store URL has a port that is not allowed. Use 443 or 80.'],
  redirected: ['INVALID_CONFIG', 'The store URL redirects to another one. Use the URL that it redirects to.'],
  timeout: ['STORE_UNAVAILABLE', 'The shop did not answer in time.'],
  unreachable: ['STORE_UNAVAILABLE', 'The shop cannot be reached.'],
  'unknown-name': ['STORE_NOT_FOUND', 'There is no shop at the store URL.'],
  'too-large': ['UPSTREAM_ERROR', 'The answer of the shop is too large.'],
  unreadable: ['UPSTREAM_ERROR', 'The answer of the shop cannot be read.'],
  status: ['UPSTREAM_ERROR', 'The shop answered with an error.'],
  'rate-limited': ['RATE_LIMITED', 'The shop limits the rate of requests. Try again later.'],
  unavailable: ['STORE_UNAVAILABLE', 'The shop is temporarily unavailable'],
  failed: ['UPSTREAM_ERROR', 'The shop answered with an error'],
}

const toConnectorError = (failure: HttpFailure) => {
  const { kind, status, retryAfterSeconds } = failure
  const [code, message] = FAILURES[kind]
  const isNumbered = kind === 'unavailable' || kind === 'failed'
  return new ConnectorError(code, isNumbered ? `${message} (${status}).` : message, {
    retryAfterSeconds,
    cause: failure.cause ?? failure,
  })
}

export const makeShopHttp = (options: PacedHttpOptions): ShopHttp => {
  const http = makePacedHttp(options)
  return {
    now: options.clock,
    async send(asked) {
      try {
        return await http.send(asked)
      } catch (error) {
        throw error instanceof HttpFailure ? toConnectorError(error) : error
      }
    },
  }
}
