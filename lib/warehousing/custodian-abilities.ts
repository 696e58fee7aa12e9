import { defineAbilities } from '../iam/abilities/decide-abilities.ts'
import { CUSTODIAN_MOVES } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

export const custodianAbilities = defineAbilities({
  noun: 'custodian',
  find: findCustodian,
  moves: CUSTODIAN_MOVES,
  needs: 'warehousing:custodian:write',
  refuses: (custodian, action) =>
    action === 'disconnect' && custodian.type === 'internal' ? 'custodian is internal' : undefined,
})
