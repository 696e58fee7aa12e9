import { ConnectorError } from '../../connectors/connector.ts'
import {
  type ConnectionFailure,
  toConnectionFailed,
  toConnectionProblem,
} from '../../platform/connection/connection-problem.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { Problem } from '../../platform/problem.ts'

const failureOf = (error: ConnectorError): ConnectionFailure => {
  const { code, message, retryAfterSeconds, cause } = error
  const isTimeout = cause instanceof OutboundError && cause.kind === 'timeout'
  return { code, message, isTimeout, retryAfterSeconds, cause: error }
}

/** An error that was thrown while a store was asked, as the request answers it. */
export const storeProblem = (error: unknown): unknown => {
  if (!(error instanceof ConnectorError)) return error
  // Another worker is renewing the connection, which is no failure of the store.
  if (error.cause instanceof Problem) return error.cause
  return toConnectionProblem(failureOf(error))
}

/** The same for discovery, which answers a client error whatever the store does. */
export const discoveryProblem = (error: unknown): unknown =>
  error instanceof ConnectorError ? toConnectionFailed(failureOf(error)) : error
