import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { applyCreditNote as apply } from '../../../lib/billing/payments/apply-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreditNote } from '../../../schemas/billing/credit-note.ts'

export const applyCreditNote = endpoint({
  route: 'POST /api/billing/credit-notes/{id}/apply',
  scope: 'billing:credit_note:write',
  summary: 'Apply an issued credit note to its invoice',
  description:
    'Lowers the open amount of the invoice, which becomes paid when nothing is open any more. If the invoice was ' +
    'already paid, the partner keeps the amount as credit.',
  returns: CreditNote,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, unit }) => presentCreditNote(app, caller.tenant, apply(app, unit, params.id)),
})
