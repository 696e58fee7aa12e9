import { getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import { ORDER_MOVES, type StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'

/** Cancels a held or accepted order, with all that follows when its shop cancels it; the shop itself is not told. */
export const cancelOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  reason: string,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  const status = move(ORDER_MOVES, 'order', before.status, 'cancel')
  const [found, zone] = await Promise.all([
    findChannel(app.db, unit.tenant, before.channelId),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  const context = { channel: orNotFound(found), zone }
  return await changeOrder(app.db, unit, context, before, { status, cancellationReason: reason, isCancelledHere: true })
}
