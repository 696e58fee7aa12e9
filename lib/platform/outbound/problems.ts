import { invalid, Problem } from '../problem.ts'
import type { OutboundError, OutboundFailure } from './outbound-error.ts'

const REASONS: Record<OutboundFailure, string> = {
  'bad-url': 'must start with https:// and must not contain a user name',
  'refused-address': 'does not lead to a public address',
  'refused-port': 'uses a port that is not allowed; use 443 or 80',
  timeout: 'did not answer in time',
  unreachable: 'cannot be reached',
  redirected: 'only redirects elsewhere',
  'too-large': 'answered with too much data',
  unreadable: 'answered in an unknown format',
  status: 'answered with an error',
}

/** Describes the failure of a call in words that follow the name of the other party. */
export const describeFailure = ({ kind, status }: Pick<OutboundError, 'kind' | 'status'>): string =>
  kind === 'status' ? `${REASONS.status} (${status})` : REASONS[kind]

/** Returns a violation of the request's member that contains the URL. */
export const toAddressProblem = (error: OutboundError, propertyPath: string): Problem =>
  invalid({ propertyPath, message: describeFailure(error) })

const RETRY_AFTER = /^[\w ,:]{1,40}$/

/** Returns a problem for a call to a provider, whose URL the tenant did not choose. */
export const toProviderProblem = (error: OutboundError, whatNow = 'Try again later'): Problem => {
  const { kind, retryAfter } = error
  return new Problem(
    kind === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED',
    `The provider ${describeFailure(error)}. ${whatNow}.`,
    {
      cause: error,
      ...(retryAfter && RETRY_AFTER.test(retryAfter) && { headers: { 'Retry-After': retryAfter } }),
    },
  )
}
