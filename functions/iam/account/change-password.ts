import { changePassword as change, checkPasswordChange } from '../../../lib/iam/account-changes/change-password.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { identityEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChangePasswordInput } from '../../../schemas/iam/identity.ts'

export const changePassword = identityEffectEndpoint({
  route: 'POST /api/iam/account/change-password',
  summary: 'Change your password',
  description:
    'All other sessions end, those of satellites too; this one continues. Mailed links and device tokens stop working, and you are notified by mail. After five wrong passwords none is accepted for 15 minutes. An account with a second factor needs a proof from the last five minutes.',
  body: ChangePasswordInput,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  act: (app, { now, caller, body }) => checkPasswordChange(app, now, caller, body),
  run: (app, request, checked) => change(app, request.unit, request.caller, checked, readOrigin(request)),
})
