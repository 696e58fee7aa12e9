import { loadCreditNote } from '../../../lib/billing/credit-notes/credit-note-store.ts'
import { renderCreditNote as render } from '../../../lib/billing/credit-notes/render-credit-note.ts'
import { withAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Document } from '../../../schemas/document/document.ts'

export const renderCreditNote = endpoint({
  route: 'POST /api/billing/credit-notes/{id}/render',
  scope: 'billing:credit_note:read',
  summary: 'Render a credit note as PDF and HTML',
  description:
    'An issued credit note has one document; a changed draft gets a new one. Download it with `GET ' +
    '/api/document/documents/{id}/download`.',
  returns: Document,
  success: 201,
  async run(app, { params, unit, log }) {
    const document = await render(app, unit, await loadCreditNote(app.db, unit, params.id), log)
    return await withAttachments(app.db, unit.tenant, document)
  },
})
