import { exchangeSatelliteCode as exchange } from '../../../../lib/iam/satellites/satellite-code.ts'
import { findSatelliteRateLimits } from '../../../../lib/iam/satellites/satellite-rate-limits.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Tokens } from '../../../../schemas/iam/identity.ts'
import { SatelliteTokenInput } from '../../../../schemas/iam/satellite.ts'

export const exchangeSatelliteCode = publicEndpoint({
  route: 'POST /api/v1/iam/auth/satellite/token',
  summary: "Exchange a satellite's code for tokens",
  description:
    "Call this from the satellite's server, which must keep `clientSecret` secret. A code that is sent again ends the tokens issued for it. The rate limit applies to the satellite if `clientSecret` is right, and to the address otherwise.",
  findRateLimits: findSatelliteRateLimits,
  body: SatelliteTokenInput,
  returns: Tokens,
  run: (app, { body, unit }) => exchange(app, unit, body),
})
