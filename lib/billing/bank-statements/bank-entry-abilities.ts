import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { BANK_ENTRY_MOVES } from '../bank-entries/bank-entry.ts'
import { findBankEntry } from '../bank-entries/bank-entry-store.ts'

const { confirm, ignore, reopen } = BANK_ENTRY_MOVES

export const bankEntryAbilities = defineAbilities({
  noun: 'bank entry',
  find: findBankEntry,
  moves: { confirm, ignore, reopen },
  needs: 'billing:bank_statement:write',
  refuses({ reversedPaymentId, paymentRunItemId }, action) {
    if (action !== 'reopen') return undefined
    if (reversedPaymentId !== null) return 'bank entry reversed a payment'
    return paymentRunItemId ? 'bank entry paid an item of a payment run' : undefined
  },
})
