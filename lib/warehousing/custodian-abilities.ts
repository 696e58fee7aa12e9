import type { AbilitySubject } from '../iam/abilities/decide-abilities.ts'
import { CUSTODIAN_MOVES, type StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

export const custodianAbilities: AbilitySubject = {
  noun: 'custodian',
  find: findCustodian,
  moves: CUSTODIAN_MOVES,
  needs: 'warehousing:custodian:write',
  refuses: (custodian, action) =>
    action === 'disconnect' && (custodian as StoredCustodian).type === 'internal' ? 'custodian is internal' : undefined,
}
