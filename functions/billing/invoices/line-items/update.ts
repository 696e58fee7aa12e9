import { updateDraftLine } from '../../../../lib/billing/invoices/drafts/update-draft-invoice.ts'
import { presentInvoice } from '../../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Invoice, UpdateInvoiceLineInput } from '../../../../schemas/billing/invoice.ts'

export const updateInvoiceLineItem = endpoint({
  route: 'PATCH /api/billing/invoices/{id}/line-items/{lineId}',
  scope: 'billing:invoice:write',
  summary: 'Update a line of a draft invoice; absent members stay unchanged',
  description:
    'The totals are computed again, at the tax rates of today. `If-Match` names the revision of the invoice.',
  body: UpdateInvoiceLineInput,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, updateDraftLine(app, unit, params, body)),
})
