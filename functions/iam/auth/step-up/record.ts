import { checkStepUpProof, stepUp as recordStepUp } from '../../../../lib/iam/sessions/step-up.ts'
import { identityEffectEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Tokens } from '../../../../schemas/iam/identity.ts'
import { StepUpInput } from '../../../../schemas/iam/mfa.ts'

export const stepUp = identityEffectEndpoint({
  route: 'POST /api/iam/auth/step-up',
  summary: 'Prove again that it is you',
  description:
    'Returns an access token that operations accept which need a recent proof, for five minutes. Send exactly one of `code`, `recoveryCode` and `passkey`, or `password` if your account has no second factor. `refreshToken` is null: keep the one you have. A refresh does not renew the proof, and satellites cannot step up.',
  body: StepUpInput,
  returns: Tokens,
  problems: ['INVALID_CREDENTIALS', 'OPERATION_NOT_ALLOWED'],
  act: (app, { now, caller, body }) => checkStepUpProof(app, now, caller, body),
  run: (app, { unit, caller, body }, checked) => recordStepUp(app, unit, caller, body, checked),
})
