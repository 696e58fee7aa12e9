import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState, TrackingEvent } from '../custodian-connector.ts'
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
import { NAME } from './ask-shipbob.ts'

type Json = Record<string, unknown>

/** Meanings of the details of a shipment's status. The vendor's documentation explains these numbers. */
const DETAILS: Readonly<Record<string, { state: RemoteState; reason?: string }>> = {
  100: { state: 'in_progress' },
  101: { state: 'in_progress' },
  102: { state: 'in_progress' },
  200: { state: 'closed' },
  201: { state: 'closed' },
  202: { state: 'closed' },
  203: { state: 'closed' },
  204: { state: 'closed' },
  302: { state: 'refused', reason: 'ShipBob does not know a SKU of the order.' },
  303: { state: 'on_hold', reason: 'ShipBob has no stock of a product of the order.' },
  304: { state: 'refused', reason: 'ShipBob cannot ship a SKU of the order.' },
  305: { state: 'on_hold', reason: 'The stock is being moved between warehouses of ShipBob.' },
  306: { state: 'on_hold', reason: 'The stock is being moved between warehouses of ShipBob.' },
  307: { state: 'on_hold', reason: 'ShipBob has only part of the stock.' },
  308: { state: 'on_hold', reason: 'ShipBob has only part of the stock.' },
  400: { state: 'on_hold', reason: 'ShipBob waits for a payment.' },
  401: { state: 'on_hold', reason: 'ShipBob does not accept the delivery address.' },
  402: { state: 'on_hold', reason: 'ShipBob waits for the requested day.' },
  404: { state: 'on_hold', reason: 'ShipBob lacks data for the customs.' },
}

const STATES: Readonly<Record<string, RemoteState>> = {
  Processing: 'accepted',
  OnHold: 'on_hold',
  Completed: 'closed',
  LabeledCreated: 'in_progress',
  Cancelled: 'cancelled',
}

const TRACKED: Readonly<Record<string, Partial<TrackingEvent>>> = {
  200: { state: 'scheduled', description: 'Waits for the carrier' },
  201: { state: 'in_transit' },
  202: { state: 'out_for_delivery' },
  203: { state: 'delivered' },
  204: { flag: 'attempt_failed' },
}

const listDetails = (shipment: Json) => listObjects(shipment.status_details).map(({ id }) => String(id))

/** Returns what a shipment says of the order; undefined if its status is unknown to us. */
const readState = (shipment: Json) => {
  if (shipment.status === 'Cancelled') return { state: 'cancelled' as const }
  const known = listDetails(shipment).flatMap((id) => lookUp(DETAILS, id) ?? [])
  const [first] = known
  if (first) return known.find(({ state }) => state === 'refused') ?? known.find(({ reason }) => reason) ?? first
  const state = lookUp(STATES, shipment.status)
  return state && { state }
}

/** Returns the pieces of a product; a bundle consists of several inventory items, of which each is needed. */
const countPieces = (product: Json) => {
  const items = readPieces(listObjects(product.inventory_items).map(({ id, quantity }) => [id, quantity]))
  return items.length ? Math.min(...items.map(({ quantity }) => quantity)) : readCount(product.quantity)
}

const readLines = (shipment: Json) =>
  readPieces(listObjects(shipment.products).map((each) => [each.sku ?? each.reference_id, countPieces(each)]))

const listEvents = (shipment: Json): TrackingEvent[] => {
  const { last_tracking_update_at, last_update_at, delivery_date, actual_fulfillment_date } = shipment
  return listDetails(shipment).flatMap((id) => {
    const meaning = lookUp(TRACKED, id)
    if (!meaning) return []
    const at = id === '203' ? delivery_date : id === '200' ? actual_fulfillment_date : last_tracking_update_at
    // One event for each status: the times of the same status differ from call to call.
    const event = buildEvent(at ?? last_tracking_update_at ?? last_update_at, { ...meaning, sourceId: id })
    return isEvent(event) ? [event] : []
  })
}

/** A shipment that ShipBob calls completed has left, even if nobody tracks it. */
const isGone = (shipment: Json) =>
  shipment.status === 'Completed' || listDetails(shipment).some((id) => lookUp(TRACKED, id) !== undefined)

/** Before it has a label, a shipment may still be split. */
const isPacked = (shipment: Json) =>
  isGone(shipment) || readText(parseObject(shipment.tracking).tracking_number) !== null

const readParcel = (shipment: Json): RemoteParcel => {
  const tracking = parseObject(shipment.tracking)
  const handedOverAt = isGone(shipment)
    ? (readInstant(shipment.actual_fulfillment_date) ?? readInstant(shipment.last_update_at))
    : null
  return {
    id: requireId(NAME, shipment.id),
    carrier: readText(tracking.carrier),
    service: readText(tracking.carrier_service),
    trackingNumber: readText(tracking.tracking_number),
    trackingUrl: readText(tracking.tracking_url, 2048),
    lines: readLines(shipment),
    handedOverAt,
    promisedBy: null,
    events: listEvents(shipment),
  }
}

const ORDER_STATES: Readonly<Record<string, RemoteState>> = {
  Processing: 'accepted',
  ImportReview: 'on_hold',
  PartiallyFulfilled: 'in_progress',
  Fulfilled: 'closed',
  Cancelled: 'cancelled',
}

/** The shipments of an order decide together: one that is worked keeps the order at work. */
const decideState = (order: Json, shipments: readonly Json[]): { state: RemoteState | null; reason?: string } => {
  const living = shipments.filter(({ status }) => status !== 'Cancelled')
  if (!living.length) return { state: lookUp(ORDER_STATES, shipments.length ? 'Cancelled' : order.status) ?? null }
  const known = living.map(readState)
  if (known.includes(undefined)) return { state: null }
  const states = known.flatMap((each) => each ?? [])
  const find = (state: RemoteState) => states.find((each) => each.state === state)
  if (states.every(({ state }) => state === 'closed')) return { state: 'closed' }
  if (states.every(({ state }) => state === 'refused')) return states[0] ?? { state: null }
  const hold = find('on_hold') ?? find('refused')
  if (hold) return { ...hold, state: 'on_hold' }
  return { state: find('closed') || find('in_progress') ? 'in_progress' : 'accepted' }
}

/** Reads an order of ShipBob with all of its shipments. */
export const readOrder = (value: unknown): RemoteFulfilment => {
  const order = parseObject(value)
  const shipments = listObjects(order.shipments)
  const { state, reason = null } = decideState(order, shipments)
  return {
    reference: requireId(NAME, order.reference_id),
    remoteId: requireId(NAME, order.id),
    state,
    reason,
    cancelled: sumBySku(shipments.filter(({ status }) => status === 'Cancelled').flatMap(readLines)),
    parcels: shipments.filter((each) => each.status !== 'Cancelled' && isPacked(each)).map(readParcel),
  }
}
