import { confirmPasskey as confirm } from '../../../../lib/iam/account-changes/change-factors.ts'
import type { NewPasskeyResponse } from '../../../../lib/iam/mfa/passkey.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { ConfirmPasskeyInput, NewFactor } from '../../../../schemas/iam/mfa.ts'

export const confirmPasskey = identityEndpoint({
  route: 'POST /api/iam/mfa/passkeys/confirm',
  summary: 'Add a passkey',
  description:
    'The passkey must verify its user, for example by fingerprint or PIN. The first factor brings ten recovery codes, which are shown only once. You are notified by mail.',
  body: ConfirmPasskeyInput,
  returns: NewFactor,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run(app, request) {
    const { passkey, ...rest } = request.body
    const given = { ...rest, passkey: passkey as NewPasskeyResponse }
    return confirm(app, request.unit, request.caller, given, readOrigin(request))
  },
})
