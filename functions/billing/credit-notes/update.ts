import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { updateDraftCreditNote } from '../../../lib/billing/credit-notes/update-draft-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreditNote, UpdateCreditNoteInput } from '../../../schemas/billing/credit-note.ts'

export const updateCreditNote = endpoint({
  route: 'PATCH /api/billing/credit-notes/{id}',
  scope: 'billing:credit_note:write',
  summary: 'Update a draft credit note; absent members stay unchanged',
  description: '`lineItems` replaces all lines. The amount that the draft reserves changes with them.',
  body: UpdateCreditNoteInput,
  dryRun: true,
  returns: CreditNote,
  problems: ['OPERATION_NOT_ALLOWED', 'CREDIT_EXCEEDS_INVOICE'],
  run: (app, { caller, params, body, unit }) =>
    presentCreditNote(app, caller.tenant, updateDraftCreditNote(app, unit, params.id, body)),
})
