import { changeReminders } from '../../../../lib/billing/invoices/reminders/change-reminders.ts'
import { presentReminders } from '../../../../lib/billing/invoices/reminders/present-reminders.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { InvoiceReminders } from '../../../../schemas/billing/sending/reminder.ts'

export const resumeInvoiceReminders = endpoint({
  route: 'POST /api/billing/invoices/{id}/reminders/resume',
  scope: 'billing:invoice:write',
  summary: 'Resume the reminders of an issued or overdue invoice',
  description:
    'Levels that fell due meanwhile are sent one after the other, with the days between them that the ' +
    'settings have.',
  returns: InvoiceReminders,
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentReminders(app, caller.tenant, changeReminders(app, unit, params.id, 'resume')),
})
