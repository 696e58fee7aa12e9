import { changeRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/change-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const pauseRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles/{id}/pause',
  scope: 'billing:recurring_profile:write',
  summary: 'Pause a recurring invoice profile',
  description:
    'Nothing is invoiced until the profile is resumed. Uninvoiced periods that started before the pause are invoiced ' +
    'then.',
  returns: RecurringInvoiceProfile,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentRecurringProfile(app, caller.tenant, changeRecurringProfile(app, unit, params.id, 'pause')),
})
