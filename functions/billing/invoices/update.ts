import { updateDraftInvoice } from '../../../lib/billing/invoices/drafts/update-draft-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice, UpdateInvoiceInput } from '../../../schemas/billing/invoice.ts'

export const updateInvoice = endpoint({
  route: 'PATCH /api/billing/invoices/{id}',
  scope: 'billing:invoice:write',
  summary: 'Update a draft invoice; absent members stay unchanged',
  description:
    '`lineItems` replaces all lines, at the tax rates of today. A line that is named by its `id` keeps it, and the order ' +
    'that it bills. An order that no line bills any more can be billed by another invoice; if there are many, some a ' +
    'moment after the response.',
  body: UpdateInvoiceInput,
  dryRun: true,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, updateDraftInvoice(app, unit, params.id, body)),
})
