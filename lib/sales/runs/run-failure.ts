import { ConnectorError, type ConnectorErrorCode } from '../../connectors/connector.ts'

/** Reason why a run failed. */
export interface RunFailure {
  errorCode: string
  errorCategory: string
  errorMessage: string
}

/** Outcome of a run: success, the error of its shop, or the reason why it was stopped. */
export type Ending = 'success' | ConnectorError | RunFailure

const CATEGORIES: Record<ConnectorErrorCode, string> = {
  AUTH_FAILED: 'authentication',
  AUTHORIZATION_PENDING: 'authentication',
  INSUFFICIENT_SCOPE: 'authentication',
  STORE_NOT_FOUND: 'configuration',
  INVALID_CONFIG: 'configuration',
  RATE_LIMITED: 'rate_limit',
  STORE_UNAVAILABLE: 'upstream',
  UPSTREAM_ERROR: 'upstream',
}

export const toRunFailure = ({ code, message }: { code: ConnectorErrorCode; message: string }): RunFailure => ({
  errorCode: code,
  errorCategory: CATEGORIES[code],
  errorMessage: message,
})

/** Returns why a run failed, or undefined if it succeeded. */
export const getFailure = (ending: Ending): RunFailure | undefined => {
  if (ending === 'success') return undefined
  return ending instanceof ConnectorError ? toRunFailure(ending) : ending
}

export const WORKER_LOST: RunFailure = {
  errorCode: 'INTERRUPTED',
  errorCategory: 'internal',
  errorMessage: 'The run was interrupted; the next run continues where it stopped.',
}

export const STOPPED: RunFailure = {
  errorCode: 'STOPPED',
  errorCategory: 'stopped',
  errorMessage: 'The channel was paused or disconnected, or its sync was switched off.',
}
