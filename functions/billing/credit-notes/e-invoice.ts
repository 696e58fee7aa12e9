import { loadCreditNoteSource } from '../../../lib/billing/credit-notes/load-credit-note-source.ts'
import { downloadEInvoice } from '../../../lib/billing/e-invoices/download-e-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { E_INVOICE_DOWNLOAD, EInvoice, eInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'

export const downloadCreditNoteEInvoice = endpoint({
  route: 'GET /api/billing/credit-notes/{id}/e-invoice',
  scope: 'billing:credit_note:read',
  summary: 'Download an issued credit note as e-invoice',
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
      () => loadCreditNoteSource(app, request.caller.tenant, request.params.id, request.log),
      request.query.format ?? 'facturx',
    ),
})
