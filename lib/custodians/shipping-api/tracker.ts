import { parseObject, readInstant, readText } from '../../connectors/reading.ts'
import type { TrackedParcel, TrackingEvent } from '../custodian-connector.ts'
import { buildEvent, isEvent, joinPlace, listObjects, lookUp } from '../vendor/remote.ts'

type Meaning = Pick<Partial<TrackingEvent>, 'state' | 'flag'>

const STATES: Readonly<Record<string, Meaning>> = {
  pre_transit: { state: 'created' },
  in_transit: { state: 'in_transit' },
  out_for_delivery: { state: 'out_for_delivery' },
  delivered: { state: 'delivered' },
  available_for_pickup: { flag: 'ready_for_pickup' },
  return_to_sender: { flag: 'returning' },
  failure: { flag: 'attempt_failed' },
  cancelled: { state: 'cancelled' },
}

/** Details tell more than the status that they belong to. */
const DETAILS: Readonly<Record<string, Meaning>> = {
  damaged: { state: 'damaged' },
  lost: { state: 'lost' },
  refused: { state: 'refused' },
  delayed: { flag: 'delayed' },
  weather_delay: { flag: 'delayed' },
  return: { flag: 'returning' },
}

const readMeaning = ({ status, status_detail: detail }: Record<string, unknown>): Meaning | undefined => {
  // A return that was delivered is back at the sender.
  if (status === 'delivered' && detail === 'return') return { state: 'returned' }
  return lookUp(DETAILS, detail) ?? lookUp(STATES, status)
}

const readEvent = (detail: Record<string, unknown>) => {
  const { city, state, country } = parseObject(detail.tracking_location)
  return buildEvent(detail.datetime, {
    ...readMeaning(detail),
    description: readText(detail.message),
    place: joinPlace(city, state, country),
  })
}

/** Reads a tracker of EasyPost; undefined without a number. Carriers use numbers again, so that the carrier belongs to it. */
export const readTracker = (value: unknown): TrackedParcel | undefined => {
  const tracker = parseObject(value)
  const trackingNumber = readText(tracker.tracking_code)
  if (!trackingNumber) return undefined
  return {
    remoteId: readText(tracker.shipment_id),
    carrier: readText(tracker.carrier),
    trackingNumber,
    trackingUrl: readText(tracker.public_url, 2048),
    promisedBy: readInstant(tracker.est_delivery_date),
    signedBy: readText(tracker.signed_by),
    events: listObjects(tracker.tracking_details).map(readEvent).filter(isEvent),
  }
}
