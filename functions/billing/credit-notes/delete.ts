import { deleteDraftCreditNote } from '../../../lib/billing/credit-notes/delete-draft-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteCreditNote = endpoint({
  route: 'DELETE /api/billing/credit-notes/{id}',
  scope: 'billing:credit_note:write',
  summary: 'Delete a draft credit note',
  description: 'The amount that it reserved can be credited again. Attached files remain.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => deleteDraftCreditNote(app, unit, params.id),
})
