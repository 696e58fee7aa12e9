import { invalid, Problem } from '../problem.ts'
import type { OutboundError, OutboundFailure } from './outbound-error.ts'

const SAID: Record<OutboundFailure, string> = {
  'bad-url': 'is no https URL without a user name',
  'refused-address': 'does not lead to a public address',
  'refused-port': 'uses a port that is not allowed; use 443 or 80',
  timeout: 'did not answer in time',
  unreachable: 'cannot be reached',
  redirected: 'only redirects elsewhere',
  'too-large': 'answered with more than can be read',
  unreadable: 'answered something that cannot be read',
  status: 'answered with an error',
}

const describeFailure = ({ kind, status }: OutboundError) =>
  kind === 'status' ? `${SAID.status} (${status})` : SAID[kind]

/** For a call to an address that the request gave: what is wrong is wrong with that member. */
export const toAddressProblem = (error: OutboundError, propertyPath: string): Problem =>
  invalid({ propertyPath, message: describeFailure(error) })

const RETRY_AFTER = /^[\w ,:]{1,40}$/

/** For a call to a provider that the platform chose itself. */
export const toProviderProblem = (error: OutboundError, whatNow = 'try again later'): Problem => {
  const { kind, retryAfter } = error
  return new Problem(
    kind === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED',
    `The provider ${describeFailure(error)}; ${whatNow}.`,
    {
      cause: error,
      ...(retryAfter && RETRY_AFTER.test(retryAfter) && { headers: { 'Retry-After': retryAfter } }),
    },
  )
}
