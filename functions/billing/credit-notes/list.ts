import { readPageOfCreditNotes } from '../../../lib/billing/credit-notes/credit-note-store.ts'
import { presentCreditNotes } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { CREDIT_NOTE_STATES, CreditNote } from '../../../schemas/billing/credit-note.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listCreditNotes = listEndpoint({
  route: 'GET /api/billing/credit-notes',
  scope: 'billing:credit_note:read',
  summary: 'List credit notes, newest first',
  query: { status: oneOf(CREDIT_NOTE_STATES), partnerId: id(), invoiceId: id() },
  of: CreditNote,
  itemsPerPage: 30,
  run: (app, { caller, query, page }) =>
    presentCreditNotes(app, caller.tenant, readPageOfCreditNotes(app.db, caller.tenant, page, query)),
})
