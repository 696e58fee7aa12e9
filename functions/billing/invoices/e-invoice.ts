import { downloadEInvoice } from '../../../lib/billing/e-invoices/download-e-invoice.ts'
import { loadInvoiceSource } from '../../../lib/billing/invoices/sending/load-invoice-source.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { E_INVOICE_DOWNLOAD, EInvoice, eInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'

export const downloadInvoiceEInvoice = endpoint({
  route: 'GET /api/billing/invoices/{id}/e-invoice',
  scope: 'billing:invoice:read',
  summary: 'Download an issued invoice as e-invoice',
  description: E_INVOICE_DOWNLOAD,
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
