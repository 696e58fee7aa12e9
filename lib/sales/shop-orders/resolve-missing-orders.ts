import type { MissingOrdersResolution } from '../../../schemas/sales/orders/missing-orders.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { describeFieldChange } from '../../platform/store/audit/field-changes.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { MissingOrders } from '../missing-orders/missing-orders.ts'
import { findMissingOrders, putMissingOrders } from '../missing-orders/missing-orders-store.ts'
import { orders } from '../orders/order-store.ts'
import { cancelDeletedOrder } from './cancel-deleted-order.ts'
import { forgetOrder } from './watched-order-store.ts'

const MAX_DURATION_MS = 10_000

const presentMissing = (channelId: Id, { waiting }: Pick<MissingOrders, 'waiting'>) => ({
  channelId,
  missingSince: waiting[0]?.missingSince ?? null,
  count: waiting.length,
  orders: [...waiting],
})

/** Shows the orders of a channel about which somebody has to decide. */
export const readMissingOrders = async ({ db }: Pick<App, 'db'>, tenant: Id, id: string) => {
  const channel = orNotFound(await findChannel(db, tenant, id))
  return presentMissing(channel.id, await findMissingOrders(db, tenant, channel.id))
}

/** Decides about all orders that wait; what follows is done by tasks. Throws if none does. */
export const resolveMissingOrders = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  resolution: MissingOrdersResolution,
) => {
  // The answer is no channel, so an `If-Match` of the request is not meant for it.
  const { id: channelId } = orNotFound(await findChannel(db, unit.tenant, id))
  const before = await findMissingOrders(db, unit.tenant, channelId)
  if (!before.waiting.length) throw new Problem('OPERATION_NOT_ALLOWED', 'No orders of the channel are missing.')
  // What somebody has confirmed says nothing against the next ones.
  putMissingOrders(unit, channelId, before, { waiting: [], cancelledAt: [] })
  const orderIds = before.waiting.map(({ orderId }) => orderId)
  unit.schedule('sales.missing-orders.resolve', { tenant: unit.tenant, channelId, resolution, orderIds })
  const changes = [describeFieldChange('missingOrders', undefined, resolution)]
  unit.audit.add({ tenant: unit.tenant }, { action: 'update', type: 'channel', resource: channelId, changes })
  return presentMissing(channelId, { waiting: [] })
}

/** Cancels the orders, or keeps them and looks at them no longer; those that remain when time is up are another task's. */
export const applyResolution = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, channelId, resolution, orderIds }: TaskData['sales.missing-orders.resolve'],
): Promise<void> => {
  const until = app.clock().getTime() + MAX_DURATION_MS
  for (const [at, orderId] of orderIds.entries()) {
    const now = app.clock()
    if (now.getTime() > until) {
      const left = { tenant, channelId, resolution, orderIds: orderIds.slice(at) }
      return await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
        unit.schedule('sales.missing-orders.resolve', left),
      )
    }
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const channel = await findChannel(app.db, tenant, channelId)
      const [order] = await findAll(app.db, orders, tenant, [orderId])
      if (channel && order && resolution === 'cancel') await cancelDeletedOrder(app, unit, channel, order)
      forgetOrder(unit, channelId, orderId)
    })
  }
}
