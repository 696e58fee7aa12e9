import { findRefreshRateLimits } from '../../../lib/iam/satellites/satellite-rate-limits.ts'
import { refreshSession } from '../../../lib/iam/sessions/refresh-session.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { RefreshInput, Tokens } from '../../../schemas/iam/identity.ts'

export const refresh = publicEndpoint({
  route: 'POST /api/v1/iam/auth/refresh',
  summary: 'Spend a refresh token for a new access token and its successor',
  description:
    'Sent again within thirty seconds, a spent token gets the same successor, so that a lost answer loses nothing; sent again later, it is taken for stolen and the session ends. The role in the selected tenant is looked at again. Refresh tokens of satellites are counted for the satellite, others by address.',
  limit: 'auth',
  findRateLimits: findRefreshRateLimits,
  body: RefreshInput,
  returns: Tokens,
  problems: ['SESSION_REVOKED'],
  run: (app, { body, unit }) => refreshSession(app, unit, body.refreshToken),
})
