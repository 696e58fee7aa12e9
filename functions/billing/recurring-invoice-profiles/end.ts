import { changeRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/change-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const endRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles/{id}/end',
  scope: 'billing:recurring_profile:write',
  summary: 'End a recurring invoice profile permanently',
  returns: RecurringInvoiceProfile,
  run: (app, { caller, params, unit }) =>
    presentRecurringProfile(app, caller.tenant, changeRecurringProfile(app, unit, params.id, 'end')),
})
