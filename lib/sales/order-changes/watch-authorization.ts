import { hasOrderLeft } from '../../fulfilment/order-fulfilments/has-order-left.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrder, orders } from '../orders/order-store.ts'
import { describeOrderEvent } from './emit-order-events.ts'

/** Leaves time to hand over the goods, or to capture the payment. */
const WARNED_BEFORE_MS = 2 * 24 * 3600_000

/** Returns when an order can no longer be captured, while it is to be fulfilled and only authorized. */
const findExpiry = (order: StoredOrder | undefined): string | null =>
  order?.status === 'accepted' && order.paymentStatus === 'authorized' && !order.isTest
    ? (order.payment?.authorizationExpiresAt ?? null)
    : null

/** Has an order looked at two days before its authorization expires. */
export const watchAuthorization = (unit: Unit, order: StoredOrder, before: StoredOrder | undefined): void => {
  const expiresAt = findExpiry(order)
  if (expiresAt === null || expiresAt === findExpiry(before) || Date.parse(expiresAt) <= unit.now.getTime()) return
  const at = new Date(Math.max(Date.parse(expiresAt) - WARNED_BEFORE_MS, unit.now.getTime()))
  unit.schedule('sales.order.warn-of-expiry', { tenant: unit.tenant, orderId: order.id, expiresAt }, at)
}

/**
 * Warns once that an authorization expires and nothing of its order was handed over, unless the payment is another one by now.
 */
export const warnOfExpiry = async (
  { db }: Pick<App, 'db'>,
  { tenant, orderId, expiresAt }: TaskData['sales.order.warn-of-expiry'],
  now: Date,
): Promise<void> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const [order, hasLeft] = await Promise.all([findOrder(db, tenant, orderId), hasOrderLeft(db, tenant, orderId)])
    if (!order || order.warnedOfExpiry === expiresAt || findExpiry(order) !== expiresAt) return
    if (hasLeft) return
    const channel = await findChannel(db, tenant, order.channelId)
    if (!channel) return
    unit.update(orders, order, { warnedOfExpiry: expiresAt })
    const { subject, data } = describeOrderEvent(channel, order)
    const reason = 'The authorization expires, and nothing was handed over'
    unit.emit('sales.order.payment_at_risk', {
      subject,
      data: { ...data, cause: 'authorization_expires', reason, until: expiresAt },
    })
  })
