import { changeRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/change-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const pauseRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles/{id}/pause',
  scope: 'billing:recurring_profile:write',
  summary: 'Pause a profile: nothing is invoiced until it is resumed',
  description:
    'A period that had begun before the pause and was not invoiced yet is invoiced once the profile is resumed.',
  returns: RecurringInvoiceProfile,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentRecurringProfile(app, caller.tenant, changeRecurringProfile(app, unit, params.id, 'pause')),
})
