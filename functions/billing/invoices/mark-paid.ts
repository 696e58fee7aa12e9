import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { markInvoicePaid as markPaid } from '../../../lib/billing/payments/mark-invoice-paid.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice, MarkInvoicePaidInput } from '../../../schemas/billing/invoice.ts'

export const markInvoicePaid = endpoint({
  route: 'POST /api/billing/invoices/{id}/mark-paid',
  scope: 'billing:invoice:write',
  summary: 'Mark an issued or overdue invoice as paid',
  body: MarkInvoicePaidInput,
  bodyOptional: true,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, markPaid(app, unit, params.id, body)),
})
