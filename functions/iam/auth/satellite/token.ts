import { exchangeSatelliteCode as exchange } from '../../../../lib/iam/satellites/satellite-code.ts'
import { findExchangeRateLimits } from '../../../../lib/iam/satellites/satellite-rate-limits.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Tokens } from '../../../../schemas/iam/identity.ts'
import { SatelliteTokenInput } from '../../../../schemas/iam/satellite.ts'

export const exchangeSatelliteCode = publicEndpoint({
  route: 'POST /api/v1/iam/auth/satellite/token',
  summary: "Exchange a satellite's code for tokens of the session that it came from",
  description:
    'For the server of the satellite, which keeps `clientSecret` to itself. A code that comes a second time ends the tokens that it gave. Counted for the satellite where it proves itself, by address otherwise.',
  findRateLimits: findExchangeRateLimits,
  body: SatelliteTokenInput,
  returns: Tokens,
  run: (app, { body, unit }) => exchange(app, unit, body),
})
