import { cancelInvoice as cancel } from '../../../lib/billing/invoices/cancel-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CancelInvoiceInput, Invoice } from '../../../schemas/billing/invoice.ts'

export const cancelInvoice = endpoint({
  route: 'POST /api/billing/invoices/{id}/cancel',
  scope: 'billing:invoice:write',
  summary: 'Cancel an unpaid invoice',
  description:
    'The invoice keeps its number. Its draft credit notes are cancelled as well; if there are many, some are ' +
    'cancelled a moment after the response.',
  body: CancelInvoiceInput,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, cancel(app, unit, params.id, body.reason)),
})
