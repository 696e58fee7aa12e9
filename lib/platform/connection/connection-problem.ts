import { OutboundError } from '../outbound/outbound-error.ts'
import { Problem } from '../problem.ts'

/** The reason why a call with a stored connection failed. Connection tests answer with the same codes. */
interface ConnectionFailure {
  code: string
  /** A sentence for the tenant, without any text from the other party. */
  message: string
  isTimeout?: boolean
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** Codes of failures that only the owner of the connection can fix; a retry does not help. */
export const FOR_OWNER = [
  'AUTH_FAILED',
  'AUTHORIZATION_PENDING',
  'INSUFFICIENT_SCOPE',
  'STORE_NOT_FOUND',
  'INVALID_CONFIG',
]

const buildRetryHeader = ({ retryAfterSeconds }: ConnectionFailure) =>
  retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }

const formatDetail = ({ code, message }: ConnectionFailure) => `${code}: ${message}`

const toConnectionFailed = (failure: ConnectionFailure): Problem =>
  new Problem('CONNECTION_FAILED', formatDetail(failure), { headers: buildRetryHeader(failure), cause: failure.cause })

/** Returns 424 if the connection has to be changed, and 502 or 504 if a later retry may succeed. */
export const toConnectionProblem = (failure: ConnectionFailure): Problem => {
  if (FOR_OWNER.includes(failure.code)) return toConnectionFailed(failure)
  return new Problem(failure.isTimeout ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', formatDetail(failure), {
    headers: buildRetryHeader(failure),
    cause: failure.cause,
  })
}

/** An error of a connector, whose cause may be the failed call. */
interface CallError extends Error {
  code: string
  retryAfterSeconds?: number
}

const toConnectionFailure = (error: CallError): ConnectionFailure => {
  const { code, message, retryAfterSeconds, cause } = error
  return {
    code: code === 'UNAVAILABLE' ? 'STORE_UNAVAILABLE' : code,
    message,
    isTimeout: cause instanceof OutboundError && cause.kind === 'timeout',
    retryAfterSeconds,
    cause: error,
  }
}

/** Returns the problem with which a request answers if its call of a shop or a custodian's system failed. */
export const toCallProblem = (error: CallError): Problem => {
  // The call was never made, such as while another worker is renewing the connection.
  if (error.cause instanceof Problem) return error.cause
  return toConnectionProblem(toConnectionFailure(error))
}

/** Returns a client error for any failed call, as discovery does. */
export const toCallFailed = (error: CallError): Problem => toConnectionFailed(toConnectionFailure(error))
