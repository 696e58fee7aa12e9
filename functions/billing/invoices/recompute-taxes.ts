import { recomputeDraftTaxes } from '../../../lib/billing/invoices/drafts/update-draft-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice } from '../../../schemas/billing/invoice.ts'

export const recomputeInvoiceTaxes = endpoint({
  route: 'POST /api/billing/invoices/{id}/recompute-taxes',
  scope: 'billing:invoice:write',
  summary: 'Compute the taxes of a draft invoice again',
  description:
    'Decides on the tax of each line by the rates and rules of today, by the partner and by the supply of the draft. Nothing ' +
    'else does so while its lines stay as they are; the warning `TAX_CHANGED` says that something would change.',
  dryRun: true,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) => presentInvoice(app, caller.tenant, recomputeDraftTaxes(app, unit, params.id)),
})
