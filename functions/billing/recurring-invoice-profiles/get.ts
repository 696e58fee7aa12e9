import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { findProfileWithLines } from '../../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const getRecurringProfile = endpoint({
  route: 'GET /api/billing/recurring-invoice-profiles/{id}',
  scope: 'billing:recurring_profile:read',
  summary: 'Get a recurring invoice profile with its lines',
  returns: RecurringInvoiceProfile,
  run: (app, { caller, params }) =>
    presentRecurringProfile(
      app,
      caller.tenant,
      findProfileWithLines(app.db, caller.tenant, params.id).then(orNotFound),
    ),
})
