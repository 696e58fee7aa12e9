import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { listLastDay, type MissingOrders, mustAskSomebody } from '../missing-orders/missing-orders.ts'
import { findMissingOrders, putMissingOrders } from '../missing-orders/missing-orders-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { cancelDeletedOrder } from './cancel-deleted-order.ts'
import { DELETION_SETTINGS } from './deletion-settings.ts'

/** Orders of a channel that wait at most; others are missed again by the next round. */
const MAX_WAITING = 1000

/** Lets orders wait until somebody decides about them, and tells of the first ones. */
const letWait = (unit: Unit, { id, name }: StoredChannel, before: MissingOrders, orderIds: readonly Id[]): void => {
  const missingSince = unit.now.toISOString()
  const known = new Set(before.waiting.map(({ orderId }) => orderId))
  const more = orderIds.flatMap((orderId) => (known.has(orderId) ? [] : [{ orderId, missingSince }]))
  const waiting = [...before.waiting, ...more].slice(0, MAX_WAITING)
  if (waiting.length === before.waiting.length) return
  putMissingOrders(unit, id, before, { waiting, cancelledAt: before.cancelledAt })
  if (before.waiting.length) return
  const data = { channelId: id, channelName: name, count: waiting.length, missingSince }
  unit.emit('sales.channel.orders_missing', { subject: channelUri(id), data })
}

/**
 * Cancels the first of the orders that their shop no longer has, as by its own word, or, if too many are missing at once, lets
 * all of them wait until somebody decides. Those that are only doubted count as well. Returns those that are left.
 */
export const cancelMissing = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  missing: readonly StoredOrder[],
  { doubted = 0, isNoneLeft = false }: { doubted?: number; isNoneLeft?: boolean } = {},
): Promise<{ waits: boolean; left: StoredOrder[] }> => {
  const [first, ...left] = missing
  if (!first) return { waits: false, left: [] }
  const [before, most] = await Promise.all([
    findMissingOrders(app.db, unit.tenant, channel.id),
    getSetting(app, unit.tenant, DELETION_SETTINGS.deletionsPerDay),
  ])
  if (mustAskSomebody(before, { missing: missing.length + doubted, isNoneLeft, most }, unit.now)) {
    const ids = missing.map(({ id }) => id)
    letWait(unit, channel, before, ids)
    return { waits: true, left: [] }
  }
  const cancelledAt = [...listLastDay(before.cancelledAt, unit.now), unit.now.toISOString()]
  putMissingOrders(unit, channel.id, before, { waiting: [], cancelledAt })
  await cancelDeletedOrder(app, unit, channel, first)
  return { waits: false, left }
}

/** Lets orders wait if too many are missing, and else counts them as cancelled, which they are by the same transaction. */
export const letManyWait = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  channel: StoredChannel,
  orderIds: readonly Id[],
): Promise<boolean> => {
  if (!orderIds.length) return false
  const [before, most] = await Promise.all([
    findMissingOrders(app.db, unit.tenant, channel.id),
    getSetting(app, unit.tenant, DELETION_SETTINGS.deletionsPerDay),
  ])
  const mustWait = mustAskSomebody(before, { missing: orderIds.length, isNoneLeft: false, most }, unit.now)
  if (mustWait) letWait(unit, channel, before, orderIds)
  else {
    const cancelledAt = [...listLastDay(before.cancelledAt, unit.now), ...orderIds.map(() => unit.now.toISOString())]
    putMissingOrders(unit, channel.id, before, { waiting: [], cancelledAt })
  }
  return mustWait
}

/** Forgets orders that the shop has after all, or that are over. */
export const endWaiting = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  channelId: Id,
  orderIds: readonly Id[],
): Promise<void> => {
  if (!orderIds.length) return
  const before = await findMissingOrders(db, unit.tenant, channelId)
  const waiting = before.waiting.filter(({ orderId }) => !orderIds.includes(orderId))
  if (waiting.length === before.waiting.length) return
  putMissingOrders(unit, channelId, before, { waiting, cancelledAt: before.cancelledAt })
}
