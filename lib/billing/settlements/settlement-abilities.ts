import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { SETTLEMENT_MOVES } from './settlement.ts'
import { findSettlement } from './settlement-store.ts'

const { approve, mark_paid, reject } = SETTLEMENT_MOVES

export const settlementAbilities = defineAbilities({
  noun: 'settlement',
  find: findSettlement,
  moves: { approve, mark_paid, reject },
  needs: 'billing:settlement:approve',
  refuses({ status, collecting, totalAmount, carriedTo, paymentRunId }, action) {
    if (collecting && Object.hasOwn(SETTLEMENT_MOVES, action)) return 'settlement is still being collected'
    if (action === 'mark_paid' && totalAmount < 0) return 'settlement is below 0'
    if (status === 'approved' && paymentRunId && action !== 'approve') return 'settlement is in a payment run'
    return action === 'reject' && carriedTo ? 'settlement was carried forward' : undefined
  },
})
