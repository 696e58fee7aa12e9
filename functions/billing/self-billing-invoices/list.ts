import { presentPageOfSelfBilling } from '../../../lib/billing/self-billing/present-self-billing.ts'
import { readPageOfSelfBilling } from '../../../lib/billing/self-billing/self-billing-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { SELF_BILLING_TYPES, SelfBillingInvoice } from '../../../schemas/billing/sending/self-billing-invoice.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listSelfBillingInvoices = listEndpoint({
  route: 'GET /api/billing/self-billing-invoices',
  scope: 'billing:settlement:read',
  summary: 'List self-billing invoices and credit notes, newest first',
  query: { partnerId: id(), type: oneOf(SELF_BILLING_TYPES) },
  of: SelfBillingInvoice,
  itemsPerPage: 25,
  run: async ({ db }, { caller, query, page }) =>
    presentPageOfSelfBilling(await readPageOfSelfBilling(db, caller.tenant, page, query)),
})
