import { changeRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/change-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const resumeRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles/{id}/resume',
  scope: 'billing:recurring_profile:write',
  summary: 'Resume a paused profile',
  description:
    'It goes on with the first period that begins after this moment. Periods that began during the pause are never ' +
    'invoiced; those that had begun before it and were not invoiced yet are invoiced now.',
  returns: RecurringInvoiceProfile,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentRecurringProfile(app, caller.tenant, changeRecurringProfile(app, unit, params.id, 'resume')),
})
