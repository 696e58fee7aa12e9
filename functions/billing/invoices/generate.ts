import { generateInvoice as generate } from '../../../lib/billing/invoices/generate-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { GenerateInvoiceInput, Invoice } from '../../../schemas/billing/invoice.ts'

export const generateInvoice = endpoint({
  route: 'POST /api/billing/invoices',
  scope: 'billing:invoice:write',
  summary: 'Create an invoice for a partner, as a draft or issued immediately',
  description:
    'With a `channelId` and without `lineItems` the invoice bills the accepted orders of the channel that no invoice bills ' +
    'yet. If there are many, lines are added for a moment after the response, and only then is the invoice issued.',
  idempotent: true,
  dryRun: true,
  body: GenerateInvoiceInput,
  success: 201,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE'],
  run: (app, { caller, body, unit }) => presentInvoice(app, caller.tenant, generate(app, unit, body)),
})
