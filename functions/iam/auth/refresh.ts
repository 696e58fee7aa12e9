import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { refreshTokens } from '../../../lib/identity/refresh.ts'
import { refreshPassages } from '../../../lib/identity/satellite-gate.ts'
import { RefreshInput, Tokens } from '../../../schemas/identity.ts'

export const refresh = publicEndpoint({
  route: 'POST /api/v1/iam/auth/refresh',
  summary: 'Spend a refresh token for a new access token and its successor',
  description:
    'Counted by address, or for a satellite by the satellite. A token that is sent again within thirty seconds gets the same successor; later it ends the session.',
  limit: 'auth',
  passages: refreshPassages,
  body: RefreshInput,
  returns: Tokens,
  problems: ['SESSION_REVOKED'],
  run: (app, { body, unit }) => refreshTokens(app, unit, body.refreshToken),
})
