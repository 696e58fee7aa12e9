import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { PAYMENT_RUN_MOVES } from './payment-run.ts'
import { findPaymentRun } from './payment-run-store.ts'

const { submit, cancel } = PAYMENT_RUN_MOVES

export const paymentRunAbilities = defineAbilities({
  noun: 'payment run',
  find: findPaymentRun,
  moves: { submit, cancel },
  needs: 'billing:payment_run:write',
  refuses: ({ work }, action) =>
    work && (action === 'submit' || action === 'cancel') ? 'payment run is still being processed' : undefined,
})
