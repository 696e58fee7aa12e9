import * as Type from 'typebox'
import { loadInvoice } from '../../../lib/billing/invoices/invoice-store.ts'
import { renderInvoice as render } from '../../../lib/billing/invoices/sending/render-invoice.ts'
import { withAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Document } from '../../../schemas/document/document.ts'
import { input } from '../../../schemas/types.ts'

export const renderInvoice = endpoint({
  route: 'POST /api/billing/invoices/{id}/render',
  scope: 'billing:invoice:read',
  summary: 'Render an invoice as PDF and HTML',
  description:
    'The same options return the same document. Other options, or a changed draft, create one that supersedes it. ' +
    'Without details there is one line for each tax rate. Download the document with `GET ' +
    '/api/document/documents/{id}/download`.',
  body: input({ includeDetails: Type.Optional(Type.Boolean({ default: true })) }),
  bodyOptional: true,
  returns: Document,
  success: 201,
  async run(app, { params, body, unit, log }) {
    const invoice = await loadInvoice(app.db, unit, params.id)
    const document = await render(app, unit, invoice, { includeDetails: body.includeDetails ?? true }, log)
    return await withAttachments(app.db, unit.tenant, document)
  },
})
