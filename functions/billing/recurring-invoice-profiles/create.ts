import { addRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/add-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateRecurringProfileInput, RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const createRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles',
  scope: 'billing:recurring_profile:write',
  summary: 'Create a recurring invoice profile for a partner',
  description:
    'An invoice is created for each period, within a quarter of an hour after it starts in your time zone. Past ' +
    'periods are invoiced as well, in order, and no due date lies before the day on which its invoice is created. An ' +
    'invoice that cannot be issued is created as a draft.',
  idempotent: true,
  body: CreateRecurringProfileInput,
  success: 201,
  returns: RecurringInvoiceProfile,
  run: (app, { caller, body, unit }) =>
    presentRecurringProfile(app, caller.tenant, addRecurringProfile(app, unit, body)),
})
