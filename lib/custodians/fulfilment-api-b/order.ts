import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState } from '../custodian-connector.ts'
import {
  buildEvent,
  isEvent,
  listObjects,
  lookUp,
  readCount,
  readPieces,
  requireId,
  sumBySku,
} from '../vendor/remote.ts'
import { NAME } from './session.ts'

type Json = Record<string, unknown>

/** Warehouses name the statuses of their orders as they like, so that only these are known. */
const STATES: Readonly<Record<string, RemoteState>> = {
  pending: 'accepted',
  fulfilled: 'closed',
  canceled: 'cancelled',
  cancelled: 'cancelled',
}

const HOLDS: readonly (readonly [string, string])[] = [
  ['address_hold', 'ShipHero does not accept the delivery address.'],
  ['payment_hold', 'ShipHero waits for a payment.'],
  ['fraud_hold', 'ShipHero holds the order because it suspects fraud.'],
  ['shipping_method_hold', 'ShipHero has no shipping method for the order.'],
  ['operator_hold', 'The warehouse holds the order.'],
  ['client_hold', 'The order is on hold at ShipHero.'],
]

export const listNodes = (connection: unknown): Json[] =>
  listObjects(parseObject(connection).edges).map(({ node }) => parseObject(node))

interface Context {
  /** SKUs of the order's lines by their ids. */
  skus: ReadonlyMap<string, string>
  updatedAt: unknown
  /** True if the warehouse is done with the order. */
  isClosed: boolean
}

const isVoid = ({ status }: Json) => status === 'void' || status === 'voided'

/**
 * Reads the parcels of a shipment, one for each label. A shipment that was sent outside of ShipHero, or is left without labels
 * when the order is done, is a parcel that nobody tracks.
 */
const readParcels = (shipment: Json, { skus, updatedAt, isClosed }: Context): RemoteParcel[] => {
  const lines = listNodes(shipment.line_items)
  const labels = listObjects(shipment.shipping_labels)
  const readLines = (own: readonly Json[]) =>
    readPieces(own.map(({ line_item_id: id, quantity }) => [skus.get(readText(id) ?? ''), quantity]))
  if (!labels.length && (shipment.shipped_off_shiphero === true || isClosed))
    return [
      {
        id: readText(shipment.id) ?? `unlabelled ${readText(shipment.created_date) ?? ''}`.trim(),
        ...{ carrier: null, service: null, trackingNumber: null, trackingUrl: null, promisedBy: null, events: [] },
        lines: readLines(lines),
        handedOverAt: readInstant(shipment.created_date),
      },
    ]
  const valid = labels.filter((label) => !isVoid(label))
  return valid.map((label): RemoteParcel => {
    // Without the label's id a line belongs to the only label there is.
    const own = lines.filter(({ shipping_label_id: id }) => id === label.id || (!id && valid.length === 1))
    const delivered =
      label.delivered === true ? buildEvent(updatedAt, { sourceId: 'delivered', state: 'delivered' }) : null
    return {
      id: requireId(NAME, label.id),
      carrier: readText(label.carrier),
      service: readText(label.shipping_method),
      trackingNumber: readText(label.tracking_number),
      trackingUrl: readText(label.tracking_url, 2048),
      lines: readLines(own),
      handedOverAt: readInstant(shipment.created_date) ?? readInstant(label.created_date),
      promisedBy: null,
      events: [delivered].filter(isEvent),
    }
  })
}

const findHold = (holds: unknown) => HOLDS.find(([name]) => parseObject(holds)[name] === true)?.[1]

/** Reads an order of ShipHero with the shipments that are not voided. */
export const readOrder = (order: Json, shipments: readonly Json[]): RemoteFulfilment => {
  const lines = listNodes(order.line_items)
  const skus = new Map(lines.flatMap(({ id, sku }) => [[readText(id) ?? '', readText(sku) ?? ''] as const]))
  const status = readText(order.fulfillment_status)?.toLowerCase()
  const state = lookUp(STATES, status) ?? null
  const context = { skus, updatedAt: order.updated_at, isClosed: state === 'closed' }
  const parcels = shipments.flatMap((shipment) => readParcels(shipment, context))
  const reason = state === 'accepted' ? findHold(order.holds) : undefined
  const shipped = sumBySku(parcels.flatMap((parcel) => parcel.lines))
  const open = readPieces(lines.map(({ sku, quantity }) => [sku, quantity])).map(({ sku, quantity }) => ({
    sku,
    quantity: readCount(quantity - (shipped.find((each) => isSameSku(each.sku, sku))?.quantity ?? 0)),
  }))
  return {
    reference: requireId(NAME, order.partner_order_id ?? order.order_number),
    remoteId: requireId(NAME, order.id),
    state: reason ? 'on_hold' : state === 'accepted' && parcels.length ? 'in_progress' : state,
    reason: reason ?? null,
    cancelled: state === 'cancelled' ? sumBySku(open) : [],
    parcels,
  }
}
