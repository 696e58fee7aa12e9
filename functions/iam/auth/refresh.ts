import { findRefreshRateLimits } from '../../../lib/iam/satellites/satellite-rate-limits.ts'
import { refreshSession } from '../../../lib/iam/sessions/refresh-session.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { RefreshInput, Tokens } from '../../../schemas/iam/identity.ts'

export const refresh = publicEndpoint({
  route: 'POST /api/v1/iam/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'A used refresh token that is sent again within 30 seconds returns the same successor, so that a lost response does no harm, also if the successor was used meanwhile. Sent again later, it counts as stolen and the session ends. The new access token has the current role in the selected tenant. The rate limit applies to the satellite for tokens of satellites, and to the address for all others.',
  limit: 'auth',
  findRateLimits: findRefreshRateLimits,
  body: RefreshInput,
  returns: Tokens,
  problems: ['SESSION_REVOKED'],
  run: (app, { body, unit }) => refreshSession(app, unit, body.refreshToken),
})
