import type { TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getPromisedDay } from './schedule-delay.ts'
import { comesBack, hasLeft, isOnItsWay, type StoredShipment, shipmentUri } from './shipment.ts'

const describeLast = ({ events }: StoredShipment, tells: (state: TrackingState | null) => boolean) =>
  events.findLast(({ state }) => tells(state))

const emitState = (unit: Unit, shipment: StoredShipment) => {
  const { id: shipmentId, orderNumber, carrier, trackingNumber, custodianName, status } = shipment
  const subject = shipmentUri(shipmentId)
  const data = { shipmentId, orderNumber, carrier, trackingNumber, custodianName }
  const expected = { estimatedDeliveryDate: getPromisedDay(shipment) }
  const reason = describeLast(shipment, (state) => state === status)?.description ?? null
  if (status === 'created' || status === 'returned') return
  if (status === 'scheduled') unit.emit('shipping.shipment.scheduled', { subject, data: { ...data, pickupAt: null } })
  if (status === 'in_transit' || status === 'out_for_delivery')
    unit.emit(`shipping.shipment.${status}`, { subject, data: { ...data, ...expected } })
  if (status === 'delivered')
    unit.emit('shipping.shipment.delivered', {
      subject,
      data: { ...data, deliveredAt: shipment.deliveredAt ?? unit.now.toISOString() },
    })
  if (status === 'cancelled' || status === 'refused')
    unit.emit(`shipping.shipment.${status}`, { subject, data: { ...data, reason } })
  if (status === 'damaged') unit.emit('shipping.shipment.damaged', { subject, data: { ...data, description: reason } })
  if (status === 'lost') {
    const lastSeenAt = describeLast(shipment, (state) => state !== 'lost')?.occurredAt ?? null
    unit.emit('shipping.shipment.lost', { subject, data: { ...data, lastSeenAt } })
  }
}

const emitDelayed = (unit: Unit, shipment: StoredShipment) => {
  const { id: shipmentId, orderNumber, carrier, trackingNumber, custodianName, events } = shipment
  const reason = events.findLast(({ flag }) => flag === 'delayed')?.description ?? null
  unit.emit('shipping.shipment.delayed', {
    subject: shipmentUri(shipmentId),
    data: {
      ...{ shipmentId, orderNumber, carrier, trackingNumber, custodianName },
      ...{ estimatedDeliveryDate: getPromisedDay(shipment), reason },
    },
  })
}

/** Lists what the shop is told of a parcel. */
const listTold = ({ carrier, trackingNumber, trackingUrl, lines }: StoredShipment) =>
  JSON.stringify([carrier, trackingNumber, trackingUrl, lines.map(({ sku, quantity }) => [sku, quantity])])

/** Emits the events of a shipment's change, each once, and schedules what follows from it elsewhere. */
export const announceShipment = (unit: Unit, before: StoredShipment | undefined, after: StoredShipment): void => {
  const { id: shipmentId, orderNumber, carrier, trackingNumber, custodianName } = after
  if (!before)
    unit.emit('shipping.shipment.created', {
      subject: shipmentUri(shipmentId),
      data: { shipmentId, orderNumber, carrier, trackingNumber, custodianName },
    })
  // Whoever waits for a parcel that turned back is not told of its way to the sender.
  const isOnItsWayBack = comesBack(after) && isOnItsWay(after)
  if (after.status !== (before?.status ?? 'created') && !isOnItsWayBack) emitState(unit, after)
  if (after.flags.includes('delayed') && !before?.flags.includes('delayed')) emitDelayed(unit, after)
  const hasLeftBefore = before !== undefined && hasLeft(before)
  const isNews = hasLeft(after) ? !hasLeftBefore || listTold(before) !== listTold(after) : hasLeftBefore
  if (after.salesOrderId && isNews) unit.schedule('sales.shipments.publish', { tenant: unit.tenant, shipmentId })
  if (after.salesOrderId && after.deliveredAt !== (before?.deliveredAt ?? null))
    unit.schedule('billing.earnings.follow', { tenant: unit.tenant, orderId: after.salesOrderId })
  const { fulfilmentOrderId, lines } = after
  if (fulfilmentOrderId && comesBack(after) && !(before && comesBack(before))) {
    const pieces = lines.map(({ sku, quantity }) => ({ sku, quantity }))
    unit.schedule('fulfilment.returns.open', { tenant: unit.tenant, shipmentId, fulfilmentOrderId, pieces })
  }
}
