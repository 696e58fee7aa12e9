import type { Unit } from '../../platform/store/unit.ts'
import { applyOrderEffects, type OrderContext, scheduleRouting } from './apply-order-effects.ts'
import { addToChannelCounts } from './counts-store.ts'
import { countOrder, type StoredOrder, subtractAmounts } from './order.ts'
import { orders } from './order-store.ts'

/** Changes one order with all that follows: its channel's counts, events, billing, charges of its seller, and fulfilment. */
export const changeOrder = (
  unit: Unit,
  context: OrderContext,
  before: StoredOrder,
  changes: Partial<StoredOrder>,
): StoredOrder => {
  const after = unit.update(orders, before, changes)
  const amounts = subtractAmounts(countOrder(before), countOrder(after))
  addToChannelCounts(unit, context.channel.id, before.countedOn, amounts)
  applyOrderEffects(unit, context, after, before)
  scheduleRouting(unit, [after])
  return after
}
