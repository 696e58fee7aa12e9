import { issueSatelliteCode as issue } from '../../../lib/iam/satellites/satellite-code.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { SatelliteCode, SatelliteCodeInput } from '../../../schemas/iam/satellite.ts'

export const issueSatelliteCode = identityEndpoint({
  route: 'POST /api/iam/satellite/authorize',
  summary: 'Issue a code for a satellite',
  description:
    'Redirect the browser to `redirectUri` with the code. The code works once, for one minute, and only for that satellite, which joins your session.',
  body: SatelliteCodeInput,
  success: 201,
  returns: SatelliteCode,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, body, unit }) => issue(app, unit, caller, body),
})
