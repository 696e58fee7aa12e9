import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState, TrackingEvent } from '../custodian-connector.ts'
import {
  buildEvent,
  isEvent,
  joinPlace,
  listObjects,
  lookUp,
  readCount,
  readPieces,
  requireId,
} from '../vendor/remote.ts'
import { NAME } from './ask-amazon.ts'

type Json = Record<string, unknown>

const STATES: Readonly<Record<string, RemoteState>> = {
  NEW: 'accepted',
  RECEIVED: 'accepted',
  PLANNING: 'accepted',
  PROCESSING: 'in_progress',
  COMPLETE: 'closed',
  COMPLETEPARTIALLED: 'closed',
  COMPLETEPARTIAL: 'closed',
  UNFULFILLABLE: 'refused',
  INVALID: 'refused',
  CANCELLED: 'cancelled',
}

const REASONS: Readonly<Record<string, string>> = {
  COMPLETEPARTIALLED: 'Amazon shipped only part of the order.',
  COMPLETEPARTIAL: 'Amazon shipped only part of the order.',
  UNFULFILLABLE: 'Amazon has not enough stock that can be shipped to the address.',
  INVALID: 'Amazon does not accept the order.',
}

const TRACKED: Readonly<Record<string, Partial<TrackingEvent>>> = {
  IN_TRANSIT: { state: 'in_transit' },
  OUT_FOR_DELIVERY: { state: 'out_for_delivery' },
  DELIVERED: { state: 'delivered' },
  DELAYED: { flag: 'delayed' },
  DELIVERY_ATTEMPTED: { flag: 'attempt_failed' },
  AVAILABLE_FOR_PICKUP: { flag: 'ready_for_pickup' },
  CUSTOMER_ACTION: { flag: 'attempt_failed' },
  RETURNING: { flag: 'returning' },
  RETURNED: { state: 'returned' },
  UNDELIVERABLE: { state: 'lost' },
}

const IN_TRANSIT = { state: 'in_transit' } as const
const DELAYED = { flag: 'delayed' } as const

/** Codes that are not here tell no state, such as that the customer was contacted. */
const EVENTS: Readonly<Record<string, Partial<TrackingEvent>>> = {
  EVENT_101: { state: 'scheduled' },
  EVENT_102: IN_TRANSIT,
  EVENT_201: IN_TRANSIT,
  EVENT_202: IN_TRANSIT,
  EVENT_203: IN_TRANSIT,
  EVENT_204: IN_TRANSIT,
  EVENT_205: IN_TRANSIT,
  EVENT_206: IN_TRANSIT,
  EVENT_301: { state: 'delivered' },
  EVENT_302: { state: 'out_for_delivery' },
  EVENT_304: { flag: 'attempt_failed' },
  EVENT_308: { flag: 'ready_for_pickup' },
  EVENT_309: { state: 'returned' },
  EVENT_401: { flag: 'attempt_failed' },
  EVENT_402: DELAYED,
  EVENT_403: { flag: 'attempt_failed' },
  EVENT_404: DELAYED,
  EVENT_405: { state: 'damaged' },
  EVENT_406: DELAYED,
  EVENT_407: { state: 'refused' },
  EVENT_408: { flag: 'returning' },
  EVENT_409: { state: 'lost' },
  EVENT_413: { state: 'refused' },
  EVENT_414: DELAYED,
  EVENT_415: IN_TRANSIT,
}

/** States in which a parcel does not reach its buyer. */
const ENDS: readonly TrackingEvent['state'][] = ['lost', 'damaged', 'refused', 'returned']

/** The two versions of the API write the same statuses differently. */
const normalize = (status: unknown) => (readText(status) ?? '').replaceAll(/[^A-Za-z]/g, '').toUpperCase()

/** Returns the events of a package; its current status is one of its own, at the time of the latest. */
const listEvents = (tracking: Json): TrackingEvent[] => {
  const events = listObjects(tracking.trackingEvents).map(
    ({ eventDate, eventCode, eventDescription, eventAddress }) => {
      const { city, state, country } = parseObject(eventAddress)
      return buildEvent(eventDate, {
        ...lookUp(EVENTS, eventCode),
        description: readText(eventDescription),
        place: joinPlace(city, state, country),
      })
    },
  )
  const known = events.filter(isEvent)
  const latest = known
    .map(({ occurredAt }) => occurredAt)
    .sort()
    .at(-1)
  const meaning = lookUp(TRACKED, tracking.currentStatus)
  // An event tells when it happened, and more than a status that calls everything undeliverable.
  const isTold = known.some(
    ({ state, flag }) =>
      (meaning?.state && state === meaning.state) ||
      (meaning?.flag && flag === meaning.flag) ||
      (meaning?.state === 'lost' && ENDS.includes(state)),
  )
  const current =
    meaning && !isTold ? buildEvent(latest, { ...meaning, sourceId: `status ${tracking.currentStatus}` }) : null
  return [...known, ...[current].filter(isEvent)]
}

export interface Tracked {
  packageNumber: number
  tracking: Json
}

const readParcel = (shipment: Json, parcel: Json, tracked: readonly Tracked[]): RemoteParcel => {
  const { packageNumber } = parcel
  const shipmentId = requireId(NAME, shipment.amazonShipmentId)
  const tracking = tracked.find((each) => each.packageNumber === packageNumber)?.tracking ?? {}
  const items = listObjects(shipment.fulfillmentShipmentItem)
  const own = items.filter((item) => item.packageNumber === packageNumber)
  return {
    id: `${shipmentId}-${requireId(NAME, packageNumber)}`,
    carrier: readText(parcel.carrierCode),
    service: null,
    trackingNumber: readText(parcel.trackingNumber),
    trackingUrl: readText(tracking.carrierURL, 2048),
    lines: readPieces(own.map(({ sellerSku, quantity }) => [sellerSku, quantity])),
    handedOverAt: shipment.fulfillmentShipmentStatus === 'SHIPPED' ? readInstant(shipment.shippingDate) : null,
    promisedBy: readInstant(parcel.estimatedArrivalDate) ?? readInstant(shipment.estimatedArrivalDate),
    signedBy: readText(tracking.signedForBy),
    events: listEvents(tracking),
  }
}

/** Lists shipments that will not be sent out. */
const isCancelled = ({ fulfillmentShipmentStatus: status }: Json) =>
  status === 'CANCELLED_BY_FULFILLER' || status === 'CANCELLED_BY_SELLER'

/** Returns the packages of the shipments that left. Before Amazon packs, there are none. */
export const listPackages = (payload: Json): readonly (readonly [Json, Json])[] =>
  listObjects(payload.fulfillmentShipments)
    .filter((shipment) => !isCancelled(shipment))
    .flatMap((shipment) =>
      listObjects(shipment.fulfillmentShipmentPackage).map((parcel) => [shipment, parcel] as const),
    )

/** Reads a fulfilment order of Amazon with the tracking of its packages. */
export const readOrder = (payload: Json, tracked: readonly Tracked[]): RemoteFulfilment => {
  const order = parseObject(payload.fulfillmentOrder)
  const status = normalize(order.fulfillmentOrderStatus)
  const id = requireId(NAME, order.sellerFulfillmentOrderId)
  return {
    reference: id,
    remoteId: id,
    state: lookUp(STATES, status) ?? null,
    reason: lookUp(REASONS, status) ?? null,
    cancelled: readPieces(
      listObjects(payload.fulfillmentOrderItems).map((item) => [
        item.sellerSku,
        readCount(item.cancelledQuantity) + readCount(item.unfulfillableQuantity),
      ]),
    ),
    parcels: listPackages(payload).map(([shipment, parcel]) => readParcel(shipment, parcel, tracked)),
  }
}
