import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { OrderContext } from '../order-changes/apply-order-effects.ts'
import type { StoredOrder } from '../orders/order.ts'

/** Reads what a change of an order by people needs besides the order. */
export const readOrderContext = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  { channelId }: StoredOrder,
): Promise<OrderContext & { channel: StoredChannel }> => {
  const [channel, zone] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  return { channel: orNotFound(channel), zone }
}
