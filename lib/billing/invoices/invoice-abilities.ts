import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { INVOICE_MOVES, type StoredInvoice } from './invoice.ts'
import { findInvoice } from './invoice-store.ts'

export const invoiceAbilities: AbilitySubject = {
  noun: 'invoice',
  find: findInvoice,
  moves: { ...INVOICE_MOVES, send: { from: ['issued'], to: 'issued' } },
  needs: 'billing:invoice:write',
  refuses: (invoice, action) =>
    action === 'cancel' && (invoice as StoredInvoice).creditIssued ? 'invoice has an issued credit note' : undefined,
}
