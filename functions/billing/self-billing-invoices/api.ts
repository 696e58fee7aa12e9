import { downloadSelfBillingEInvoice } from './e-invoice.ts'
import { getSelfBillingInvoice } from './get.ts'
import { listSelfBillingInvoices } from './list.ts'
import { renderSelfBillingInvoice } from './render.ts'

/** The endpoints of self-billing invoices, which `functions/billing/api.ts` mounts with the others of its module. */
export const selfBillingEndpoints = {
  listSelfBillingInvoices,
  getSelfBillingInvoice,
  renderSelfBillingInvoice,
  downloadSelfBillingEInvoice,
}
