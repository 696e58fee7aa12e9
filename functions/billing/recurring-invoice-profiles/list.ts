import { presentRecurringProfiles } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { readPageOfProfiles } from '../../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { RECURRING_PROFILE_STATES, RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listRecurringProfiles = listEndpoint({
  route: 'GET /api/billing/recurring-invoice-profiles',
  scope: 'billing:recurring_profile:read',
  summary: 'List recurring invoice profiles, newest first',
  query: { status: oneOf(RECURRING_PROFILE_STATES), partnerId: id() },
  of: RecurringInvoiceProfile,
  itemsPerPage: 20,
  run: (app, { caller, query, page }) =>
    presentRecurringProfiles(app, caller.tenant, readPageOfProfiles(app.db, caller.tenant, page, query)),
})
