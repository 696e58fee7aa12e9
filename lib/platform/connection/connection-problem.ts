import { Problem } from '../problem.ts'

/** Why a call with a stored connection came to nothing, in the codes that tests of connections answer too. */
export interface ConnectionFailure {
  code: string
  /** A sentence for the tenant, with nothing of what the other party said. */
  message: string
  isTimeout?: boolean
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** Codes of a connection that only its owner can mend: trying again does not help. */
const FOR_OWNER = ['AUTH_FAILED', 'AUTHORIZATION_PENDING', 'INSUFFICIENT_SCOPE', 'STORE_NOT_FOUND', 'INVALID_CONFIG']

const waitHeader = ({ retryAfterSeconds }: ConnectionFailure) =>
  retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }

const detailOf = ({ code, message }: ConnectionFailure) => `${code}: ${message}`

/** A client error whatever failed, which is what discovery answers. */
export const connectionFailed = (failure: ConnectionFailure): Problem =>
  new Problem('CONNECTION_FAILED', detailOf(failure), { headers: waitHeader(failure), cause: failure.cause })

/** The one rule for custodians and channels: 424 where the connection has to be changed, 502 or 504 where time may help. */
export const connectionProblem = (failure: ConnectionFailure): Problem => {
  if (FOR_OWNER.includes(failure.code)) return connectionFailed(failure)
  return new Problem(failure.isTimeout ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', detailOf(failure), {
    headers: waitHeader(failure),
    cause: failure.cause,
  })
}
