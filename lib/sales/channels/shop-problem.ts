import { ConnectorError } from '../../connectors/connector.ts'
import {
  type ConnectionFailure,
  toConnectionFailed,
  toConnectionProblem,
} from '../../platform/connection/connection-problem.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { Problem } from '../../platform/problem.ts'

const toConnectionFailure = (error: ConnectorError): ConnectionFailure => {
  const { code, message, retryAfterSeconds, cause } = error
  const isTimeout = cause instanceof OutboundError && cause.kind === 'timeout'
  return { code, message, isTimeout, retryAfterSeconds, cause: error }
}

/** Turns an error of a call to a shop into the problem that the request answers with. */
export const toShopProblem = (error: unknown): unknown => {
  if (!(error instanceof ConnectorError)) return error
  // Another worker is renewing the connection, so the shop did not fail.
  if (error.cause instanceof Problem) return error.cause
  return toConnectionProblem(toConnectionFailure(error))
}

/** Turns an error of discovery into a problem, always a client error whatever the shop answered. */
export const toDiscoveryProblem = (error: unknown): unknown =>
  error instanceof ConnectorError ? toConnectionFailed(toConnectionFailure(error)) : error
