import { issueSatelliteCode as issue } from '../../../lib/iam/satellites/satellite-code.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { SatelliteCode, SatelliteCodeInput } from '../../../schemas/iam/satellite.ts'

export const issueSatelliteCode = identityEndpoint({
  route: 'POST /api/iam/satellite/authorize',
  summary: 'A code with which a registered satellite joins this session',
  description:
    'Take the browser to `redirectUri` with the code. It is good once, for a minute, and for that satellite.',
  body: SatelliteCodeInput,
  success: 201,
  returns: SatelliteCode,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, body, unit }) => issue(app, unit, caller, body),
})
