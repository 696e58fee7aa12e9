import { creditNoteUri } from '../../../../lib/billing/credit-notes/credit-note.ts'
import { findCreditNoteWithLines } from '../../../../lib/billing/credit-notes/credit-note-store.ts'
import { listAttachments } from '../../../../lib/document/attachments/list-attachments.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { Attachment } from '../../../../schemas/document/attachment.ts'

export const listCreditNoteAttachments = listEndpoint({
  route: 'GET /api/billing/credit-notes/{id}/attachments',
  scope: 'billing:credit_note:read',
  summary: 'List the attachments of a credit note, oldest first',
  query: {},
  of: Attachment,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const { id } = orNotFound(await findCreditNoteWithLines(db, caller.tenant, params.id))
    return slicePage(await listAttachments(db, caller.tenant, creditNoteUri(id)), page)
  },
})
