import { ConnectorError } from '../../connectors/connector.ts'
import {
  type ConnectionFailure,
  connectionFailed,
  connectionProblem,
} from '../../platform/connection/connection-problem.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { Problem } from '../../platform/problem.ts'

const toConnectionFailure = (error: ConnectorError): ConnectionFailure => {
  const { code, message, retryAfterSeconds, cause } = error
  const isTimeout = cause instanceof OutboundError && cause.kind === 'timeout'
  return { code, message, isTimeout, retryAfterSeconds, cause: error }
}

/** An error that was thrown while a store was asked, as the request answers it. */
export const toShopProblem = (error: unknown): unknown => {
  if (!(error instanceof ConnectorError)) return error
  // Another worker is renewing the connection, which is no failure of the store.
  if (error.cause instanceof Problem) return error.cause
  return connectionProblem(toConnectionFailure(error))
}

/** The same for discovery, which answers a client error whatever the store does. */
export const toDiscoveryProblem = (error: unknown): unknown =>
  error instanceof ConnectorError ? connectionFailed(toConnectionFailure(error)) : error
