import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { BANK_ENTRY_MOVES, type StoredBankEntry } from './bank-entry.ts'
import { bankEntries } from './bank-entry-store.ts'

export const ignoreBankEntry = (unit: Unit, entry: StoredBankEntry): StoredBankEntry =>
  unit.update(bankEntries, entry, { status: move(BANK_ENTRY_MOVES, 'bank entry', entry.status, 'ignore') })
