import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { BANK_ENTRY_MOVES, type StoredBankEntry } from './bank-entry.ts'
import { bankEntries } from './bank-entry-store.ts'
import { forgetPayer } from './payer-account-store.ts'
import { reverseById } from './reverse-by-id.ts'

type Using = Pick<App, 'db'>

/** Opens an entry again and reverses the payment that its confirmation recorded. */
export const reopenBankEntry = async (app: Using, unit: Unit, entry: StoredBankEntry): Promise<StoredBankEntry> => {
  const opened = move(BANK_ENTRY_MOVES, 'bank entry', entry.status, 'reopen')
  if (entry.reversedPaymentId !== null)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The entry reversed a payment, which cannot be undone. Record a new payment instead.',
    )
  if (entry.paymentRunItemId)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The entry paid an item of a payment run, which cannot be undone.')
  if (entry.paymentId !== null) await reverseById(app, unit, entry.paymentId, 'The bank entry was reopened')
  if (entry.paymentId !== null && entry.counterpartyAccount !== null)
    await forgetPayer(app.db, unit, entry.counterpartyAccount, entry.id)
  const hasProposals = entry.proposals.length > 0
  const status = hasProposals ? move(BANK_ENTRY_MOVES, 'bank entry', opened, 'propose') : opened
  return unit.update(bankEntries, entry, {
    status,
    paymentId: null,
    confirmedBy: null,
    confirmedByType: null,
    confirmedAt: null,
  })
}
