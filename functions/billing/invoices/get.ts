import { findInvoiceWithLines } from '../../../lib/billing/invoices/invoice-store.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Invoice } from '../../../schemas/billing/invoice.ts'

export const getInvoice = endpoint({
  route: 'GET /api/billing/invoices/{id}',
  scope: 'billing:invoice:read',
  summary: 'Get an invoice with its lines',
  returns: Invoice,
  run: (app, { caller, params }) =>
    presentInvoice(app, caller.tenant, findInvoiceWithLines(app.db, caller.tenant, params.id).then(orNotFound)),
})
