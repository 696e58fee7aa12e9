import { Problem } from '../problem.ts'

/** The reason why a call with a stored connection failed. Connection tests answer with the same codes. */
export interface ConnectionFailure {
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

/** Returns a client error for any failure, as discovery does. */
export const toConnectionFailed = (failure: ConnectionFailure): Problem =>
  new Problem('CONNECTION_FAILED', formatDetail(failure), { headers: buildRetryHeader(failure), cause: failure.cause })

/** Returns 424 if the connection has to be changed, and 502 or 504 if a later retry may succeed. */
export const toConnectionProblem = (failure: ConnectionFailure): Problem => {
  if (FOR_OWNER.includes(failure.code)) return toConnectionFailed(failure)
  return new Problem(failure.isTimeout ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', formatDetail(failure), {
    headers: buildRetryHeader(failure),
    cause: failure.cause,
  })
}
