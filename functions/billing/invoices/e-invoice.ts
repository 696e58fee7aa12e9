import { downloadEInvoice } from '../../../lib/billing/e-invoices/download-e-invoice.ts'
import { loadInvoiceSource } from '../../../lib/billing/invoices/sending/load-invoice-source.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { EInvoice, eInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'

export const downloadInvoiceEInvoice = endpoint({
  route: 'GET /api/billing/invoices/{id}/e-invoice',
  scope: 'billing:invoice:read',
  summary: 'Download an issued invoice as e-invoice',
  description:
    'Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no ' +
    'token. With `Accept: application/json` the response is that URL as JSON instead. The first request makes the ' +
    'file, and later ones return the same bytes. If data is missing, the answer is 409 and names all of it, by ' +
    'settings and members of the partner.',
  query: { format: eInvoiceFormat() },
  returns: EInvoice,
  waitsForGate: true,
  success: 302,
  also: 200,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE'],
  run: (app, request) =>
    downloadEInvoice(
      app,
      request,
      () => loadInvoiceSource(app, request.caller.tenant, request.params.id, request.log),
      request.query.format ?? 'facturx',
    ),
})
