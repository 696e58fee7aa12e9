import type { OutboundError } from '../../platform/outbound/outbound-error.ts'

/** Returns the code of a failed call, which all connection tests share. */
export const toProviderFailureCode = ({ kind, status = 0 }: OutboundError) => {
  if (status === 401) return 'AUTH_FAILED'
  if (status === 403) return 'INSUFFICIENT_SCOPE'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503 || kind === 'timeout' || kind === 'unreachable') return 'STORE_UNAVAILABLE'
  return 'UPSTREAM_ERROR'
}

/** Returns true if the provider refused the stored connection. */
export const isRefusedConnection = ({ status }: OutboundError): boolean => status === 401 || status === 403
