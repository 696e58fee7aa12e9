import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { ORDER_MOVES } from './order.ts'
import { findOrder } from './order-store.ts'

export const orderAbilities: AbilitySubject = {
  noun: 'order',
  find: findOrder,
  moves: { accept: ORDER_MOVES.accept, reject: ORDER_MOVES.reject, cancel: ORDER_MOVES.cancel },
  needs: 'sales:order:write',
}
