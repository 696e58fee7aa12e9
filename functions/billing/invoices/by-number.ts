import { findInvoiceByNumber } from '../../../lib/billing/invoices/invoice-store.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Invoice } from '../../../schemas/billing/invoice.ts'

export const getInvoiceByNumber = endpoint({
  route: 'GET /api/billing/invoices/by-number/{invoiceNumber+}',
  scope: 'billing:invoice:read',
  summary: 'Get an invoice by its number',
  returns: Invoice,
  run: (app, { caller, params }) =>
    presentInvoice(
      app,
      caller.tenant,
      findInvoiceByNumber(app.db, caller.tenant, params.invoiceNumber).then(orNotFound),
    ),
})
