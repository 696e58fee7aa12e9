import { defineSettings, optional, preset } from '../platform/settings/define-settings.ts'
import * as form from '../platform/settings/forms.ts'
import { flag, listOf, text, whole } from '../platform/settings/kinds.ts'

export const SECURITY_SETTINGS = defineSettings('security', {
  invitationDays: preset(
    whole(1, 30),
    7,
    'Invitations',
    'Number of days for which an invitation of a member is valid.',
  ),
  allowedEmailDomains: preset(
    listOf(text(253, { form: form.domain }), 100),
    [],
    'Allowed e-mail domains',
    'Domains whose addresses can be invited as members and can accept an invitation. Members can change their address to one of these only. Empty allows all.',
  ),
  allowedReturnUris: preset(
    listOf(text(2048, { form: form.address }), 50),
    [],
    'Allowed return URLs',
    'Return URLs of the deployment that connection wizards may use. Empty allows all.',
  ),
  mfaRequired: preset(flag(), false, 'Second factor', 'Lets only members with a second factor work in the tenant.'),
  mfaRequiredFrom: optional(
    text(10, { form: form.date }),
    'Second factor from',
    'Day (in UTC) from which the second factor is required, so that members have time to enrol. Without it, it is required at once.',
  ),
  stepUp: preset(
    flag(),
    false,
    'Step-up',
    'Requires a recent second factor for dangerous operations, such as changes of members, keys or credentials. Applies to tokens issued from then on.',
  ),
  auditRetentionDays: preset(
    whole(90, 3650),
    400,
    'Retention of the audit trail',
    'Number of days for which entries of the audit trail are kept.',
  ),
})
