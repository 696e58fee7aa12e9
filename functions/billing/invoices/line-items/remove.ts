import { removeDraftLine } from '../../../../lib/billing/invoices/drafts/update-draft-invoice.ts'
import { presentInvoice } from '../../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Invoice } from '../../../../schemas/billing/invoice.ts'

export const removeInvoiceLineItem = endpoint({
  route: 'DELETE /api/billing/invoices/{id}/line-items/{lineId}',
  scope: 'billing:invoice:write',
  summary: 'Remove a line from a draft invoice',
  description:
    'An order that no line bills any more can be billed by another invoice. `If-Match` names the revision of the invoice.',
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) => presentInvoice(app, caller.tenant, removeDraftLine(app, unit, params)),
})
