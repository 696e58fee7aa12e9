import { beginStepUp } from '../../../../../lib/iam/sessions/step-up.ts'
import { identityEndpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { PasskeyChallenge } from '../../../../../schemas/iam/mfa.ts'

export const beginPasskeyStepUp = identityEndpoint({
  route: 'POST /api/iam/auth/step-up/passkey/begin',
  summary: 'Create a challenge to step up with a passkey',
  description: 'The challenge works once, for five minutes, in this session.',
  success: 201,
  returns: PasskeyChallenge,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, unit }) => beginStepUp(app, unit, caller),
})
