import { creditNoteUri } from '../../../../lib/billing/credit-notes/credit-note.ts'
import { findCreditNoteWithLines } from '../../../../lib/billing/credit-notes/credit-note-store.ts'
import { detachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'

export const removeCreditNoteAttachment = endpoint({
  route: 'DELETE /api/billing/credit-notes/{id}/attachments/{fileId}',
  scope: 'billing:credit_note:write',
  summary: 'Remove a file from a credit note; the file itself remains',
  async run({ db }, { caller, params, unit }) {
    const { id } = orNotFound(await findCreditNoteWithLines(db, caller.tenant, params.id))
    await detachFile(db, unit, { subject: creditNoteUri(id), use: 'credit_note' }, params.fileId)
  },
})
