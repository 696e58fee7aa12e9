import { findInvoice } from '../../../../lib/billing/invoices/invoice-store.ts'
import { presentReminders } from '../../../../lib/billing/invoices/reminders/present-reminders.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { InvoiceReminders } from '../../../../schemas/billing/sending/reminder.ts'

export const getInvoiceReminders = endpoint({
  route: 'GET /api/billing/invoices/{id}/reminders',
  scope: 'billing:invoice:read',
  summary: 'Get the reminders of an invoice: what was sent, and what comes next',
  description:
    'Reminders have levels if the setting `billing.reminderLevels` has any. `next` follows from the settings.',
  returns: InvoiceReminders,
  run: (app, { caller, params }) =>
    presentReminders(app, caller.tenant, findInvoice(app.db, caller.tenant, params.id).then(orNotFound)),
})
