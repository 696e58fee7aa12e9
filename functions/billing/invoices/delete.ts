import { deleteDraftInvoice } from '../../../lib/billing/invoices/drafts/delete-draft-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteInvoice = endpoint({
  route: 'DELETE /api/billing/invoices/{id}',
  scope: 'billing:invoice:write',
  summary: 'Delete a draft invoice',
  description:
    'The orders that it bills can be billed by another invoice; if there are many, some a moment after the response. ' +
    'Attached files remain. The recurring invoice profile that created the draft does not bill the period again.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => deleteDraftInvoice(app, unit, params.id),
})
