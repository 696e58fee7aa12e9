import { changeRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/change-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const resumeRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles/{id}/resume',
  scope: 'billing:recurring_profile:write',
  summary: 'Resume a paused recurring invoice profile',
  description:
    'Invoicing continues with the first period that starts from now on. Periods that started during the pause are ' +
    'never invoiced; uninvoiced ones from before the pause are invoiced now.',
  returns: RecurringInvoiceProfile,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentRecurringProfile(app, caller.tenant, changeRecurringProfile(app, unit, params.id, 'resume')),
})
