import { downloadEInvoice } from '../../../lib/billing/e-invoices/download-e-invoice.ts'
import { loadSelfBillingSource } from '../../../lib/billing/self-billing/load-self-billing-source.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { E_INVOICE_DOWNLOAD, EInvoice } from '../../../schemas/billing/sending/e-invoice.ts'
import { SELF_BILLING_FORMATS } from '../../../schemas/billing/sending/self-billing-invoice.ts'
import { oneOf } from '../../../schemas/types.ts'

export const downloadSelfBillingEInvoice = endpoint({
  route: 'GET /api/billing/self-billing-invoices/{id}/e-invoice',
  scope: 'billing:settlement:read',
  summary: 'Download a self-billing invoice or credit note as e-invoice',
  description: `The partner is its seller and you are its buyer; its type is 389, or 261 for a credit note. ${E_INVOICE_DOWNLOAD}`,
  query: {
    format: oneOf(SELF_BILLING_FORMATS, {
      description:
        '`en16931-ubl`: EN 16931 without additions. `facturx`, the default: a PDF/A-3 that contains the invoice as XML too',
    }),
  },
  returns: EInvoice,
  waitsForGate: true,
  success: 302,
  also: 200,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE'],
  run: (app, request) =>
    downloadEInvoice(
      app,
      request,
      () => loadSelfBillingSource(app, request.caller.tenant, request.params.id, request.log),
      request.query.format ?? 'facturx',
    ),
})
