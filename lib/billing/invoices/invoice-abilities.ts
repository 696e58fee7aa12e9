import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { INVOICE_MOVES } from './invoice.ts'
import { findInvoice } from './invoice-store.ts'

const { issue, mark_paid, cancel } = INVOICE_MOVES

export const invoiceAbilities = defineAbilities({
  noun: 'invoice',
  find: findInvoice,
  moves: {
    issue,
    mark_paid,
    cancel,
    send: { from: ['issued'], to: 'issued' },
    update: { from: ['draft'], to: 'draft' },
    delete: { from: ['draft'], to: 'draft' },
  },
  needs: 'billing:invoice:write',
  refuses: (invoice, action) =>
    action !== 'cancel'
      ? undefined
      : invoice.allocated
        ? 'invoice has an allocated payment'
        : invoice.creditIssued
          ? 'invoice has an issued credit note'
          : undefined,
})
