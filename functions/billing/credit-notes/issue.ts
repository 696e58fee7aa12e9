import { issueCreditNote as issue } from '../../../lib/billing/credit-notes/issue-credit-note.ts'
import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreditNote, IssueCreditNoteInput } from '../../../schemas/billing/credit-note.ts'

export const issueCreditNote = endpoint({
  route: 'POST /api/billing/credit-notes/{id}/issue',
  scope: 'billing:credit_note:write',
  summary: 'Issue a draft credit note',
  body: IssueCreditNoteInput,
  bodyOptional: true,
  dryRun: true,
  returns: CreditNote,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE', 'ALREADY_EXISTS'],
  run: (app, { caller, params, body, unit }) =>
    presentCreditNote(app, caller.tenant, issue(app, unit, params.id, body.creditNoteNumber)),
})
