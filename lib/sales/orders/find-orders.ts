import { countOrderPieces } from '../../inventory/order-pieces/count-order-pieces.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channels } from '../channels/channel-store.ts'
import { countPieces } from './count-pieces.ts'
import type { StoredOrder } from './order.ts'
import { findOrder, orders } from './order-store.ts'
import { findPayload } from './payload-store.ts'

/** An order with what others need of its channel. */
export interface OrderOfChannel {
  order: StoredOrder
  channel: { name: string; code: string; defaultFulfilmentPolicyId: Id | null }
}

export const findOrderOfChannel = async (db: Table, tenant: Id, id: string): Promise<OrderOfChannel | undefined> => {
  const order = await findOrder(db, tenant, id)
  if (!order) return undefined
  const channel = await find(db, channels, tenant, order.channelId)
  const { name = '', code = '', defaultFulfilmentPolicyId = null } = channel ?? {}
  return { order, channel: { name, code, defaultFulfilmentPolicyId } }
}

/** Reads an order for another module. */
export const readOrder = (db: Table, tenant: Id, id: Id): Promise<StoredOrder | undefined> => findOrder(db, tenant, id)

/** Commits only if the order has not changed since it was read. */
export const requireOrderUnchanged = (unit: Unit, order: StoredOrder): void => unit.require(orders, order)

/** Marks an order as one whose later changes matter to its fulfilment. */
export const markRouted = (unit: Unit, order: StoredOrder): void => {
  if (order.isRouted) return
  const after = unit.update(orders, order, { isRouted: true })
  countOrderPieces(unit, order.channelId, countPieces(order), countPieces(after))
}

/** Reads the platform's own record of an order, to which rules may refer. */
export const findPlatformRecord = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  order: StoredOrder,
): Promise<unknown> => {
  const payload = await findPayload(app, tenant, order)
  return payload && JSON.parse(payload.json)
}
