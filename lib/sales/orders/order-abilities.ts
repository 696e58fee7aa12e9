import { ORDER_STATES } from '../../../schemas/sales/order.ts'
import { defineAbilities } from '../../iam/abilities/decide-abilities.ts'
import { ORDER_MOVES, type StoredOrder } from './order.ts'
import { findOrder } from './order-store.ts'

/** What people may do to the goods of an order, which changes no state. */
const HOLDS = {
  hold: { from: ['accepted', 'held'], to: 'accepted' },
  release: { from: ORDER_STATES, to: 'accepted' },
} as const

/** Returns why an order cannot be put on hold or be released. */
export const findHoldRefusal = (
  { status, holdReason }: Pick<StoredOrder, 'status' | 'holdReason'>,
  action: keyof typeof HOLDS,
): string | undefined => {
  if (!HOLDS[action].from.some((state) => state === status)) return `order is ${status}`
  return action === 'release' && holdReason === null ? 'order is not on hold' : undefined
}

const isHold = (action: string): action is keyof typeof HOLDS => Object.hasOwn(HOLDS, action)

export const orderAbilities = defineAbilities({
  noun: 'order',
  find: findOrder,
  moves: { accept: ORDER_MOVES.accept, reject: ORDER_MOVES.reject, cancel: ORDER_MOVES.cancel, ...HOLDS },
  needs: 'sales:order:write',
  refuses: (order, action) => (isHold(action) ? findHoldRefusal(order, action) : undefined),
})
