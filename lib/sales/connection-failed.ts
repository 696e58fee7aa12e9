import { ConnectorError } from '../connectors/connector.ts'
import { Problem } from '../problem.ts'

/** Any failure is told as one of the connection, which is the tenant's: a client error. */
export const connectionFailed = ({
  code,
  message,
  retryAfterSeconds,
}: Pick<ConnectorError, 'message'> & { code: string; retryAfterSeconds?: number }): Problem =>
  new Problem('CONNECTION_FAILED', `${code}: ${message}`, {
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(Math.ceil(retryAfterSeconds)) } }),
  })

/** What was thrown while a store was asked, as it is answered with. */
export const asConnectionFailed = (error: unknown): unknown =>
  error instanceof ConnectorError ? connectionFailed(error) : error
