import { checkEmailChange, requestEmailChange } from '../../../lib/iam/account-changes/change-email.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { identityEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChangeEmailInput } from '../../../schemas/iam/identity.ts'

export const changeEmail = identityEffectEndpoint({
  route: 'POST /api/iam/account/change-email',
  summary: 'Request another e-mail address',
  description:
    'Mails a link to the new address, valid for 24 hours, that confirms it, and one to the current address that stops the change and still undoes it for a week. The response does not reveal whether the new address has an account. Needs a proof from the last five minutes; at most five requests a day. An address that `security.allowedEmailDomains` of one of your tenants excludes is refused.',
  body: ChangeEmailInput,
  success: 202,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  act: (app, { now, caller, body }) => checkEmailChange(app, now, caller, body.newEmail),
  run: (app, request, isMailed) =>
    requestEmailChange(app, request.unit, request.caller, request.body.newEmail, readOrigin(request), isMailed),
})
