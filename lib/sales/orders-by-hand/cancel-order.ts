import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import { ORDER_MOVES, type StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { readOrderContext } from './read-order-context.ts'

/** Cancels a held or accepted order, with all that follows when its shop cancels it; the shop itself is not told. */
export const cancelOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  reason: string,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  const status = move(ORDER_MOVES, 'order', before.status, 'cancel')
  const context = await readOrderContext(app, unit.tenant, before)
  return await changeOrder(app.db, unit, context, before, { status, cancellationReason: reason, isCancelledHere: true })
}
