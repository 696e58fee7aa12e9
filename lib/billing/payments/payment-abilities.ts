import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { PAYMENT_MOVES } from './payment.ts'
import { findPayment } from './payment-store.ts'

const { reverse } = PAYMENT_MOVES

export const paymentAbilities = defineAbilities({
  noun: 'payment',
  find: findPayment,
  moves: { reverse },
  needs: 'billing:payment:write',
  refuses({ method, refunded }, action) {
    if (action !== 'reverse') return undefined
    if (method === 'credit_note') return 'payment is the credit of a credit note'
    return refunded ? 'payment has a refund' : undefined
  },
})
