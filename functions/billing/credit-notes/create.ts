import { createCreditNote as create } from '../../../lib/billing/credit-notes/create-credit-note.ts'
import { presentCreditNote } from '../../../lib/billing/credit-notes/present-credit-note.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateCreditNoteInput, CreditNote } from '../../../schemas/billing/credit-note.ts'

export const createCreditNote = endpoint({
  route: 'POST /api/billing/credit-notes',
  scope: 'billing:credit_note:write',
  summary: 'Create a credit note for an invoice',
  description:
    'Credits the given lines or, without lines, the remaining amount of the invoice. A draft reserves its amount, so ' +
    'that all credit notes together never exceed the invoice.',
  idempotent: true,
  dryRun: true,
  body: CreateCreditNoteInput,
  success: 201,
  returns: CreditNote,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE', 'CREDIT_EXCEEDS_INVOICE'],
  run: (app, { caller, body, unit }) => presentCreditNote(app, caller.tenant, create(app, unit, body)),
})
