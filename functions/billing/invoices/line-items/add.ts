import { addDraftLine } from '../../../../lib/billing/invoices/drafts/update-draft-invoice.ts'
import { presentInvoice } from '../../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { AddInvoiceLineInput, Invoice } from '../../../../schemas/billing/invoice.ts'

export const addInvoiceLineItem = endpoint({
  route: 'POST /api/billing/invoices/{id}/line-items',
  scope: 'billing:invoice:write',
  summary: 'Add a line to a draft invoice',
  description: 'The totals are computed again, at the tax rates of today.',
  body: AddInvoiceLineInput,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, addDraftLine(app, unit, params.id, body)),
})
