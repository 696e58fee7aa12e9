import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import { ORDER_MOVES, type StoredOrder } from '../orders/order.ts'

export const DELETED = 'The order was deleted in the shop'

/** Cancels an order that its shop deleted, with all that follows from a cancellation; does nothing if it is cancelled. */
export const cancelDeletedOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  before: StoredOrder,
): Promise<void> => {
  if (before.status === 'cancelled') return
  const zone = await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone)
  await changeOrder(app.db, unit, { channel, zone }, before, {
    status: move(ORDER_MOVES, 'order', before.status, 'cancel_in_shop'),
    cancellationReason: DELETED,
    shopMeaning: 'ended',
  })
}
