import { ConnectorError } from '../../connectors/connector.ts'
import { toCallFailed, toCallProblem } from '../../platform/connection/connection-problem.ts'

/** Turns an error of a call to a shop into the problem that the request answers with. */
export const toShopProblem = (error: unknown): unknown =>
  error instanceof ConnectorError ? toCallProblem(error) : error

/** Turns an error of discovery into a problem, always a client error whatever the shop answered. */
export const toDiscoveryProblem = (error: unknown): unknown =>
  error instanceof ConnectorError ? toCallFailed(error) : error
