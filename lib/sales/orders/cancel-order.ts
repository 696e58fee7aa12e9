import { getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { applyOrderEffects, scheduleRouting } from './apply-order-effects.ts'
import { addToChannelCounts } from './counts-store.ts'
import { countOrder, ORDER_MOVES, type StoredOrder, subtractAmounts } from './order.ts'
import { orders } from './order-store.ts'

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
  const channel = orNotFound(found)
  const after = unit.update(orders, before, { status, cancellationReason: reason, isCancelledHere: true })
  addToChannelCounts(unit, channel.id, before.countedOn, subtractAmounts(countOrder(before), countOrder(after)))
  applyOrderEffects(unit, { channel, zone }, after, before)
  scheduleRouting(unit, [after])
  return after
}
