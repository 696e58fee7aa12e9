import { readPageOfInvoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { presentInvoices } from '../../../lib/billing/invoices/present-invoice.ts'
import { checkRange } from '../../../lib/platform/calendar/check-range.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { INVOICE_STATES, Invoice } from '../../../schemas/billing/invoice.ts'
import { date, id, oneOf } from '../../../schemas/types.ts'

export const listInvoices = listEndpoint({
  route: 'GET /api/billing/invoices',
  scope: 'billing:invoice:read',
  summary: 'List invoices, newest first, or by due date when filtered by it',
  query: {
    status: oneOf(INVOICE_STATES),
    partnerId: id(),
    dueDateFrom: date({ description: 'First due date, included' }),
    dueDateTo: date({ description: 'Last due date, included' }),
  },
  of: Invoice,
  itemsPerPage: 30,
  async run(app, { caller, query, page }) {
    checkRange(query, 'dueDateFrom', 'dueDateTo')
    return await presentInvoices(app, caller.tenant, readPageOfInvoices(app.db, caller.tenant, page, query))
  },
})
