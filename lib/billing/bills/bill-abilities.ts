import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { BILL_MOVES } from './bill.ts'
import { findBill } from './bill-store.ts'

const { approve, schedule, mark_paid } = BILL_MOVES

export const billAbilities = defineAbilities({
  noun: 'bill',
  find: findBill,
  moves: { approve, schedule, mark_paid },
  needs: 'billing:bill:approve',
  refuses: ({ paymentRunId }, action) =>
    paymentRunId && (action === 'schedule' || action === 'mark_paid') ? 'bill is in a payment run' : undefined,
})
