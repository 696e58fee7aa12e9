import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState, TrackingEvent } from '../custodian-connector.ts'
import { buildEvent, isEvent, listObjects, readCount, readPieces, requireId, sumBySku } from '../vendor/remote.ts'
import { NAME } from './ask-flexport.ts'

type Json = Record<string, unknown>

const readLines = (lines: unknown) =>
  readPieces(listObjects(lines).map(({ logisticsSku, quantity }) => [logisticsSku, quantity]))

const listEvents = ({ shippedAt, deliveredAt }: Json): TrackingEvent[] =>
  [
    buildEvent(shippedAt, { sourceId: 'shipped', state: 'in_transit' }),
    buildEvent(deliveredAt, { sourceId: 'delivered', state: 'delivered' }),
  ].filter(isEvent)

const readParcel = (shipment: Json): RemoteParcel => ({
  id: requireId(NAME, shipment.id),
  carrier: readText(shipment.carrier),
  service: readText(shipment.service),
  trackingNumber: readText(shipment.trackingCode),
  trackingUrl: readText(shipment.trackingUrl, 2048),
  lines: readLines(shipment.lineItems),
  handedOverAt: readInstant(shipment.shippedAt),
  promisedBy: null,
  events: listEvents(shipment),
})

const isCancelled = ({ cancelledAt }: Json) => readInstant(cancelledAt) !== null

/** The names of Flexport's states are not documented, so that its times decide. */
const decideState = (order: Json, parcels: readonly RemoteParcel[], missing: number): RemoteState => {
  if (isCancelled(order)) return 'cancelled'
  const hasLeft = parcels.some(({ handedOverAt }) => handedOverAt !== null)
  if (readInstant(order.deliveredAt) || (hasLeft && missing === 0)) return 'closed'
  if (typeof order.error === 'object' && order.error !== null) return 'on_hold'
  return parcels.length ? 'in_progress' : 'accepted'
}

/** Reads an order of Flexport with its shipments. */
export const readOrder = (value: unknown): RemoteFulfilment => {
  const order = parseObject(value)
  const parcels = listObjects(order.shipments)
    .filter((shipment) => !isCancelled(shipment))
    .map(readParcel)
  const gone = sumBySku(parcels.filter(({ handedOverAt }) => handedOverAt).flatMap(({ lines }) => lines))
  const open = readLines(order.lineItems).map(({ sku, quantity }) => ({
    sku,
    quantity: readCount(quantity - (gone.find((each) => isSameSku(each.sku, sku))?.quantity ?? 0)),
  }))
  const missing = open.reduce((sum, { quantity }) => sum + quantity, 0)
  const state = decideState(order, parcels, missing)
  return {
    reference: requireId(NAME, order.externalOrderId),
    remoteId: requireId(NAME, order.id),
    state,
    reason: state === 'on_hold' ? 'Flexport reports an error of the order. Look it up in its portal.' : null,
    cancelled: state === 'cancelled' ? sumBySku(open) : [],
    parcels,
  }
}
