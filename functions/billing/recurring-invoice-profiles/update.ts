import { presentRecurringProfile } from '../../../lib/billing/recurring-invoice-profiles/present-recurring-profile.ts'
import { updateRecurringProfile as update } from '../../../lib/billing/recurring-invoice-profiles/update-recurring-profile.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RecurringInvoiceProfile, UpdateRecurringProfileInput } from '../../../schemas/billing/recurring-profile.ts'

export const updateRecurringProfile = endpoint({
  route: 'PATCH /api/billing/recurring-invoice-profiles/{id}',
  scope: 'billing:recurring_profile:write',
  summary: 'Update a recurring invoice profile; absent members stay unchanged',
  description:
    'The changes apply from the next invoice on; existing invoices stay as they are. `lines` replaces all lines of the ' +
    'periods that begin on `validFrom` or later; periods that began before keep theirs, also if they are invoiced later, ' +
    'and a price of a day to come can be entered beforehand. With an `endAt` that has passed, the profile ends within a quarter of an hour. To change the cadence, the start, the ' +
    'partner or the currency, end the profile and create another one.',
  body: UpdateRecurringProfileInput,
  returns: RecurringInvoiceProfile,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentRecurringProfile(app, caller.tenant, update(app, unit, params.id, body)),
})
