import { changeReminders } from '../../../../lib/billing/invoices/reminders/change-reminders.ts'
import { presentReminders } from '../../../../lib/billing/invoices/reminders/present-reminders.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { InvoiceReminders } from '../../../../schemas/billing/sending/reminder.ts'

export const stopInvoiceReminders = endpoint({
  route: 'POST /api/billing/invoices/{id}/reminders/stop',
  scope: 'billing:invoice:write',
  summary: 'Stop the reminders of an issued or overdue invoice',
  description:
    'No reminder is sent until they are resumed; the invoice still falls due. Fees of reminders that were ' +
    'sent remain. Reminders also end by themselves when the invoice is paid, credited in full or cancelled.',
  returns: InvoiceReminders,
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentReminders(app, caller.tenant, changeReminders(app, unit, params.id, 'stop')),
})
