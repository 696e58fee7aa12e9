import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { TRANSFER_MOVES } from './transfer.ts'
import { findTransfer } from './transfer-store.ts'

const { ship, receive, cancel } = TRANSFER_MOVES

export const transferAbilities: AbilitySubject = {
  noun: 'transfer',
  find: findTransfer,
  moves: { ship, receive, cancel },
  needs: 'inventory:transfer:write',
}
