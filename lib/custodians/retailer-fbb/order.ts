import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState } from '../custodian-connector.ts'
import { listObjects, readCount, readPieces, requireId } from '../vendor/remote.ts'
import { NAME } from './ask-bol.ts'

type Json = Record<string, unknown>

/** The seller's own reference of an offer is our SKU. */
const readSku = ({ offer, product }: Json) => parseObject(offer).reference ?? parseObject(product).ean

const isByBol = ({ fulfilment }: Json) => parseObject(fulfilment).method === 'FBB'

/** Returns the items of an order that bol's warehouse ships. */
export const listItems = (order: Json): Json[] => listObjects(order.orderItems).filter(isByBol)

const readParcel = (shipment: Json, items: readonly Json[]): RemoteParcel => {
  const transport = parseObject(shipment.transport)
  const findItem = (id: unknown) => items.find(({ orderItemId }) => orderItemId === id)
  const pieces = listObjects(shipment.shipmentItems).flatMap((piece) => {
    const item = findItem(piece.orderItemId)
    return item ? [[readSku(item), piece.quantity ?? item.quantity] as const] : []
  })
  return {
    id: requireId(NAME, shipment.shipmentId),
    carrier: readText(transport.transporterCode),
    service: null,
    trackingNumber: readText(transport.trackAndTrace),
    trackingUrl: null,
    lines: readPieces(pieces),
    handedOverAt: readInstant(shipment.shipmentDateTime),
    promisedBy: readText(items.map(({ fulfilment }) => parseObject(fulfilment).latestDeliveryDate).find(Boolean)),
    events: [],
  }
}

/** An order whose shipments cannot all be read yet is still at work, since none of its pieces are missing. */
const decideState = (items: readonly Json[], parcels: readonly RemoteParcel[], isPartial: boolean): RemoteState => {
  const count = (read: (item: Json) => unknown) => items.reduce((sum, item) => sum + readCount(read(item)), 0)
  const ordered = count(({ quantity }) => quantity)
  const shipped = count(({ quantityShipped }) => quantityShipped)
  const cancelled = count(({ quantityCancelled }) => quantityCancelled)
  const told = parcels.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  if (shipped + cancelled >= ordered && (isPartial || told >= shipped)) return shipped ? 'closed' : 'cancelled'
  return shipped ? 'in_progress' : 'accepted'
}

/** A shipment that is too many to be read: what is in it is among the rest of the order. */
const buildUnread = (id: string): RemoteParcel => ({
  ...{ id, carrier: null, service: null, trackingNumber: null, trackingUrl: null },
  ...{ lines: [], handedOverAt: null, promisedBy: null, events: [] },
})

/** Reads an order that bol ships from its own warehouse, with its shipments; `unread` are those that were not read. */
export const readOrder = (
  reference: string,
  order: Json,
  shipments: readonly Json[],
  unread: readonly string[] = [],
): RemoteFulfilment => {
  const items = listItems(order)
  const read = shipments.map((shipment) => readParcel(shipment, items)).filter(({ lines }) => lines.length)
  const parcels = [...read, ...unread.map(buildUnread)]
  return {
    reference,
    remoteId: requireId(NAME, order.orderId),
    state: decideState(items, read, unread.length > 0),
    reason: null,
    cancelled: readPieces(items.map((item) => [readSku(item), item.quantityCancelled])),
    parcels,
  }
}
