import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { pickPlace } from '../order-fulfilments/order-fulfilment.ts'
import { cancelOpenPieces, cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { describeDelivery } from '../orders/describe-delivery.ts'
import {
  countHandedOver,
  countOpenPieces,
  isLive,
  isUntouched,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'

type Delivery = ReturnType<typeof describeDelivery>

const REASON = 'The delivery address was changed'

/**
 * Tells whether nothing of an order goes, or went, to another door than the wanted one. Orders that nobody has begun are
 * planned anew.
 */
export const isSentTo = (order: StoredFulfilmentOrder, wanted: Delivery): boolean =>
  order.status === 'cancelled' ||
  isUntouched(order) ||
  JSON.stringify(pickPlace(order)) === JSON.stringify(pickPlace(wanted))

const buildTrouble = (
  order: StoredFulfilmentOrder,
  reason: 'order_changed' | 'address_changed',
  description: string,
): Trouble => ({
  reason,
  description,
  fulfilmentOrderId: order.id,
  custodian: { id: order.custodianId, name: order.custodianName },
})

const isAskable = ({ request }: StoredFulfilmentOrder) => ['sending', 'sent', 'accepted'].includes(request)

/**
 * Redirects one of the orders that somebody works on to the wanted address, and tells people. A custodian whose system has the
 * order is asked to cancel it, and it is planned again once that agrees. People see the new address, and what they have not
 * handed over of an order of which parcels left becomes an order of its own. Returns false if nothing is left to redirect.
 */
export const redirectOrders = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  moved: readonly StoredFulfilmentOrder[],
  wanted: Delivery,
): Promise<boolean> => {
  const next = moved.find(
    (order) => isLive(order) && countOpenPieces(order) > 0 && (order.isManual || isAskable(order)),
  )
  if (!next) return false
  const description = `${REASON} after ${next.custodianName} had begun to work on the order`
  const trouble = buildTrouble(next, 'order_changed', description)
  if (!next.isManual) await cancelOrder(app, unit, next, { reason: REASON, reroute: true }, trouble)
  else if (countHandedOver(next) > 0)
    await cancelOpenPieces(app, unit, next, { reason: REASON, reroute: true }, { fields: {}, trouble })
  else await changeOrder(app, unit, next, { fields: wanted, trouble })
  return true
}

/** Returns what people are told of pieces that left, or will leave, to the former address; undefined if there are none. */
export const findMoved = (moved: readonly StoredFulfilmentOrder[]): Trouble | undefined => {
  const left = moved.find((order) => countHandedOver(order) > 0)
  const leaving = moved.find(({ request }) => request === 'cancel_refused')
  const order = left ?? leaving
  if (!order) return undefined
  const when = left
    ? 'pieces of the order had been handed over'
    : `${order.custodianName} had refused to cancel the order`
  return buildTrouble(order, 'address_changed', `${REASON} after ${when}`)
}
