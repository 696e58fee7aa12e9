import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { RETURN_MOVES } from './return.ts'
import { findReturn } from './return-store.ts'

export const returnAbilities = defineAbilities({
  noun: 'return',
  find: findReturn,
  moves: RETURN_MOVES,
  needs: 'fulfilment:return:write',
  refuses: () => undefined,
})
