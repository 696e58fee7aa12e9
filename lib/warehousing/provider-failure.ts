import type { OutboundError } from '../platform/outbound/outbound-error.ts'

/** The code of a failed call, as the tests of all connections name it. */
export const toFailureCode = ({ kind, status = 0 }: OutboundError) => {
  if (status === 401) return 'AUTH_FAILED'
  if (status === 403) return 'INSUFFICIENT_SCOPE'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503 || kind === 'timeout' || kind === 'unreachable') return 'STORE_UNAVAILABLE'
  return 'UPSTREAM_ERROR'
}

/** Tells whether the provider answered that it does not take the stored connection. */
export const isRefusedConnection = ({ status }: OutboundError): boolean => status === 401 || status === 403
