import { readPageOfProfileInvoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { presentInvoices } from '../../../lib/billing/invoices/present-invoice.ts'
import { findProfile } from '../../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Invoice } from '../../../schemas/billing/invoice.ts'

export const listRecurringProfileInvoices = listEndpoint({
  route: 'GET /api/billing/recurring-invoice-profiles/{id}/invoices',
  scope: 'billing:invoice:read',
  summary: 'List the invoices of a recurring invoice profile, latest period first',
  description: 'Cancelled invoices are included, deleted drafts are not.',
  of: Invoice,
  itemsPerPage: 30,
  async run(app, { caller, params, page }) {
    const { id } = orNotFound(await findProfile(app.db, caller.tenant, params.id))
    return await presentInvoices(app, caller.tenant, readPageOfProfileInvoices(app.db, caller.tenant, page, id))
  },
})
