import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { INVOICE_MOVES, type StoredInvoice } from '../invoices/invoice.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { CREDIT_NOTE_MOVES } from './credit-note.ts'
import { findCreditNoteWithLines } from './credit-note-store.ts'

export const invoiceAbilities: AbilitySubject = {
  noun: 'invoice',
  find: findInvoice,
  moves: { ...INVOICE_MOVES, send: { from: ['issued'], to: 'issued' } },
  needs: 'billing:invoice:write',
  refuses: (invoice, action) =>
    action === 'cancel' && (invoice as StoredInvoice).creditIssued ? 'invoice has an issued credit note' : undefined,
}

export const creditNoteAbilities: AbilitySubject = {
  noun: 'credit note',
  find: findCreditNoteWithLines,
  moves: CREDIT_NOTE_MOVES,
  needs: 'billing:credit_note:write',
}
