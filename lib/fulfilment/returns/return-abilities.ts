import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { listOrderedLines, RETURN_MOVES } from './return.ts'
import { findReturn } from './return-store.ts'

export const returnAbilities = defineAbilities({
  noun: 'return',
  find: findReturn,
  moves: RETURN_MOVES,
  needs: 'fulfilment:return:write',
  refuses: ({ isUnannounced, salesOrderId, lines }, action) =>
    action === 'join' && (!isUnannounced || salesOrderId || listOrderedLines(lines).length)
      ? 'The order of the return is known.'
      : undefined,
})
