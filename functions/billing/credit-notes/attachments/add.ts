import { creditNoteUri } from '../../../../lib/billing/credit-notes/credit-note.ts'
import { creditNotes, findCreditNoteWithLines } from '../../../../lib/billing/credit-notes/credit-note-store.ts'
import { attachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { AttachFileInput, Attachment } from '../../../../schemas/document/attachment.ts'

export const addCreditNoteAttachment = endpoint({
  route: 'POST /api/billing/credit-notes/{id}/attachments',
  scope: 'billing:credit_note:write',
  summary: 'Attach a file to a credit note',
  body: AttachFileInput,
  returns: Attachment,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, body, unit }) {
    const { lineItems: _lineItems, ...note } = orNotFound(await findCreditNoteWithLines(db, caller.tenant, params.id))
    // A draft must not be deleted meanwhile, because the file would stay in use.
    if (note.status === 'draft') unit.require(creditNotes, note)
    const { id } = note
    return await attachFile(db, unit, caller, { subject: creditNoteUri(id), use: 'credit_note' }, body)
  },
})
