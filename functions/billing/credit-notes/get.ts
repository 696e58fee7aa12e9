import { findCreditNoteWithLines } from '../../../lib/billing/credit-notes/credit-note-store.ts'
import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { CreditNote } from '../../../schemas/billing/credit-note.ts'

export const getCreditNote = endpoint({
  route: 'GET /api/billing/credit-notes/{id}',
  scope: 'billing:credit_note:read',
  summary: 'Get a credit note with its lines',
  returns: CreditNote,
  run: (app, { caller, params }) =>
    presentCreditNote(app, caller.tenant, findCreditNoteWithLines(app.db, caller.tenant, params.id).then(orNotFound)),
})
