import { addRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/add-recurring-profile.ts'
import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateRecurringProfileInput, RecurringInvoiceProfile } from '../../../schemas/billing/recurring-profile.ts'

export const createRecurringProfile = endpoint({
  route: 'POST /api/billing/recurring-invoice-profiles',
  scope: 'billing:recurring_profile:write',
  summary: 'Have a partner invoiced again and again',
  description:
    'An invoice is made for each period when it begins where the tenant is, and within the quarter of an hour. Periods ' +
    'that lie in the past are made up for, in order, and no invoice is due before the day on which it is made. A period ' +
    'whose invoice cannot be issued is made as a draft.',
  idempotent: true,
  body: CreateRecurringProfileInput,
  success: 201,
  returns: RecurringInvoiceProfile,
  run: (app, { caller, body, unit }) => presentRecurringProfile(app, caller.tenant, addRecurringProfile(app, unit, body)),
})
