import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { sendInvoice as send } from '../../../lib/billing/invoices/sending/send-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice } from '../../../schemas/billing/invoice.ts'
import { SendInvoiceInput } from '../../../schemas/billing/sending/sending.ts'

export const sendInvoice = endpoint({
  route: 'POST /api/billing/invoices/{id}/send',
  scope: 'billing:invoice:write',
  summary: 'Send an issued invoice by e-mail, attached or as a link',
  description:
    '`GET /api/billing/invoices/{id}/sendings` shows the status of each recipient. A mail that its server refuses ' +
    'temporarily is retried for about a day. Send an `Idempotency-Key` to make sure that a repeated request sends ' +
    'nothing twice. `warnings` names what the document lacks.',
  body: SendInvoiceInput,
  bodyOptional: true,
  returns: Invoice,
  idempotent: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit, log }) =>
    presentInvoice(app, caller.tenant, send(app, unit, caller, params.id, body, log)),
})
