import { readSellerTerms } from '../../billing/earnings/read-seller-terms.ts'
import { isRouted } from '../../fulfilment/policies/find-policy-of-channel.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findSeller } from '../channels/find-seller.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import { ORDER_MOVES, type StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { readOrderContext } from './read-order-context.ts'

/** Accepts or rejects an order that was held for review. */
export const decideOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  action: 'accept' | 'reject',
  reason: string,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  move(ORDER_MOVES, 'order', before.status, action)
  const { channel, zone } = await readOrderContext(app, unit.tenant, before)
  const [seller, routed] = await Promise.all([
    findSeller(app.db, unit.tenant, channel),
    isRouted(app.db, unit.tenant, channel),
  ])
  const decided = ORDER_MOVES[action].to
  const sellerId = decided === 'accepted' ? seller : null
  const sellerTerms = await readSellerTerms(app.db, unit.tenant, channel, sellerId, toLocalDay(zone, unit.now))
  // An order that was accepted before keeps its seller, to whom it was charged.
  const sold = before.sellerId || before.isTest ? {} : { sellerId, sellerTerms }
  const decidedBy = { ruleSetId: null, reason }
  return await changeOrder(app.db, unit, { channel, zone }, before, {
    status: decided,
    decided,
    decidedBy,
    ...sold,
    ...(routed && decided === 'accepted' && { isRouted: true }),
  })
}
