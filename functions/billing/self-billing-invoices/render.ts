import { renderSelfBilling } from '../../../lib/billing/self-billing/render-self-billing.ts'
import { selfBillingInvoices } from '../../../lib/billing/self-billing/self-billing-store.ts'
import { withAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Document } from '../../../schemas/document/document.ts'

export const renderSelfBillingInvoice = endpoint({
  route: 'POST /api/billing/self-billing-invoices/{id}/render',
  scope: 'billing:settlement:read',
  summary: 'Render a self-billing invoice or credit note as PDF and HTML',
  description: 'It has one document. Download it with `GET /api/document/documents/{id}/download`.',
  returns: Document,
  success: 201,
  async run(app, { params, unit, log }) {
    const invoice = await unit.load(selfBillingInvoices, params.id)
    return await withAttachments(app.db, unit.tenant, await renderSelfBilling(app, unit, invoice, log))
  },
})
