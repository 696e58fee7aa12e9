import { cancelDraftCreditNote } from '../../../lib/billing/credit-notes/delete-draft-credit-note.ts'
import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreditNote } from '../../../schemas/billing/credit-note.ts'

export const cancelCreditNote = endpoint({
  route: 'POST /api/billing/credit-notes/{id}/cancel',
  scope: 'billing:credit_note:write',
  summary: 'Cancel a draft credit note',
  description: 'The amount that it reserved can be credited again. Its documents become void.',
  returns: CreditNote,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) =>
    presentCreditNote(app, caller.tenant, cancelDraftCreditNote(app, unit, params.id)),
})
