import { findInvoiceWithLines } from '../../../lib/billing/invoice-store.ts'
import { shownInvoice } from '../../../lib/billing/show-invoice.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Invoice } from '../../../schemas/invoice.ts'

export const getInvoice = endpoint({
  route: 'GET /api/billing/invoices/{id}',
  scope: 'billing:invoice:read',
  summary: 'Get an invoice with its lines',
  returns: Invoice,
  run: (app, { caller, params }) =>
    shownInvoice(app, caller.tenant, findInvoiceWithLines(app.db, caller.tenant, params.id).then(orNotFound)),
})
