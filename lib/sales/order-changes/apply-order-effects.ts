import { followSeller } from '../../billing/sellers/follow-seller.ts'
import { countOrderPieces } from '../../inventory/order-pieces/count-order-pieces.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { countForCustomer } from '../customers/count-for-customer.ts'
import { findChanges } from '../order-revisions/find-changes.ts'
import { recordRevision } from '../order-revisions/revision-store.ts'
import { countPieces } from '../orders/count-pieces.ts'
import { addToChannelCounts } from '../orders/counts-store.ts'
import { countOrder, type StoredOrder, subtractAmounts } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { followOrderInBilling } from '../orders/unbilled-orders.ts'
import { emitOrderEvents } from './emit-order-events.ts'
import { watchAuthorization } from './watch-authorization.ts'

export interface OrderContext {
  channel: Pick<StoredChannel, 'id' | 'name'>
  /** Time zone of the tenant. */
  zone: string
}

const isAccepted = (order: StoredOrder | undefined) => order?.status === 'accepted'

/**
 * Applies the effects of a new or changed order: events, the sums of its customer, the watch of its authorization, what
 * billing does with it, charges of its seller, and the pieces that it is promised.
 */
export const applyOrderEffects = async (
  db: Table,
  unit: Unit,
  { channel, zone }: OrderContext,
  order: StoredOrder,
  before: StoredOrder | undefined,
): Promise<void> => {
  emitOrderEvents(unit, channel, order, before)
  countForCustomer(unit, order, before)
  watchAuthorization(unit, order, before)
  await followOrderInBilling(db, unit, order, before)
  if (isAccepted(order) || before?.sellerId) await followSeller(db, unit, order, { zone, isNew: !before?.sellerId })
  countOrderPieces(unit, order.channelId, countPieces(before), countPieces(order))
}

/** Lets fulfilment follow new and changed orders in one task; orders without a fulfilment policy need none. */
export const scheduleRouting = (unit: Unit, changed: readonly StoredOrder[]): void => {
  const orderIds = changed.filter(({ isRouted }) => isRouted).map(({ id }) => id)
  if (orderIds.length) unit.schedule('fulfilment.orders.route', { tenant: unit.tenant, orderIds })
}

/** Updates an order, and records as a revision what changed of that which people are shown, if anything did. */
export const updateRevised = (unit: Unit, before: StoredOrder, changes: Partial<StoredOrder>): StoredOrder => {
  const shown = findChanges(before, { ...before, ...changes })
  if (!shown.length) return unit.update(orders, before, changes)
  const after = unit.update(orders, before, { ...changes, revision: before.revision + 1 })
  recordRevision(unit, before, after, shown)
  return after
}

/** Changes one order with all that follows: its channel's counts, events, billing, charges of its seller, and fulfilment. */
export const changeOrder = async (
  db: Table,
  unit: Unit,
  context: OrderContext,
  before: StoredOrder,
  changes: Partial<StoredOrder>,
): Promise<StoredOrder> => {
  const after = updateRevised(unit, before, changes)
  const amounts = subtractAmounts(countOrder(before), countOrder(after))
  addToChannelCounts(unit, context.channel.id, before.countedOn, amounts)
  await applyOrderEffects(db, unit, context, after, before)
  scheduleRouting(unit, [after])
  return after
}
