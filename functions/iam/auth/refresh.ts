import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { refreshTokens } from '../../../lib/identity/refresh.ts'
import { RefreshInput, Tokens } from '../../../schemas/identity.ts'

export const refresh = publicEndpoint({
  route: 'POST /api/v1/iam/auth/refresh',
  summary: 'Spend a refresh token for a new access token and its successor',
  limit: 'auth',
  body: RefreshInput,
  returns: Tokens,
  problems: ['SESSION_REVOKED'],
  run: (app, { body, unit }) => refreshTokens(app, unit, body.refreshToken),
})
