import { presentSelfBilling } from '../../../lib/billing/self-billing/present-self-billing.ts'
import { findSelfBilling } from '../../../lib/billing/self-billing/self-billing-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { SelfBillingInvoice } from '../../../schemas/billing/sending/self-billing-invoice.ts'

export const getSelfBillingInvoice = endpoint({
  route: 'GET /api/billing/self-billing-invoices/{id}',
  scope: 'billing:settlement:read',
  summary: 'Get a self-billing invoice or credit note with its lines',
  returns: SelfBillingInvoice,
  run: async ({ db }, { caller, params }) =>
    presentSelfBilling(orNotFound(await findSelfBilling(db, caller.tenant, params.id))),
})
