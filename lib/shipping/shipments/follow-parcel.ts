import { TRACKING_FLAGS, type TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { TrackingEvent } from '../../custodians/custodian-connector.ts'
import { decideStatus, understandEvents } from '../tracking-events/understand-events.ts'
import type { StoredShipment } from './shipment.ts'

/** Fields of a shipment that the events of its parcel decide. */
export type Followed = Pick<StoredShipment, 'status' | 'flags' | 'events' | 'handedOverAt' | 'deliveredAt'>

/** Upper bound of kept events: those without a state or a flag are dropped first, then scans on the way, then the oldest. */
export const MAX_EVENTS = 150
const MAX_DESCRIPTION = 500
const MAX_PLACE = 255

const TELLS_DELIVERY: readonly TrackingState[] = ['delivered', 'damaged']

/** Identifies an event: by its id at the source, else by what happened, when and where. */
const identify = ({ sourceId, state, flag, description, occurredAt, place }: TrackingEvent): string =>
  sourceId === null
    ? JSON.stringify([state, flag, state || flag ? null : description, occurredAt, place])
    : `#${sourceId}`

const clean = (event: TrackingEvent): TrackingEvent => ({
  sourceId: event.sourceId,
  occurredAt: new Date(event.occurredAt).toISOString(),
  state: event.state,
  flag: event.flag,
  description: event.description?.slice(0, MAX_DESCRIPTION) ?? null,
  place: event.place?.slice(0, MAX_PLACE) ?? null,
})

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const dropSurplus = (events: TrackingEvent[]): TrackingEvent[] => {
  let surplus = events.length - MAX_EVENTS
  if (surplus <= 0) return events
  const kept = events.filter(({ state, flag }) => state || flag || surplus-- <= 0)
  // The first scan and the last ones tell the same as all of them.
  const isScan = ({ state, flag }: TrackingEvent) => state === 'in_transit' && !flag
  const first = kept.find(isScan)
  return kept.filter((event) => event === first || !isScan(event) || surplus-- <= 0).slice(-MAX_EVENTS)
}

/** Adds events to a set, in the order in which they happened. An event that is known already stays as it is. */
export const mergeEvents = (known: readonly TrackingEvent[], news: readonly TrackingEvent[]): TrackingEvent[] => {
  const events = new Map(known.map((event) => [identify(event), event]))
  for (const each of news.filter(({ occurredAt }) => !Number.isNaN(Date.parse(occurredAt))).map(clean))
    if (!events.has(identify(each))) events.set(identify(each), each)
  const inOrder = [...events].sort(
    ([a, first], [b, second]) => compare(first.occurredAt, second.occurredAt) || compare(a, b),
  )
  return dropSurplus(inOrder.map(([, event]) => event))
}

const findEarliest = (times: readonly (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null

export const NEW_PARCEL: Followed = { status: 'created', flags: [], events: [], handedOverAt: null, deliveredAt: null }

/**
 * Adds news of a parcel. The result depends on what is known, not on the order in which it came: the times of the events decide
 * whether a parcel was lost after a scan or found by it, and whether it was delivered before or after it turned back. Besides,
 * a late `in_transit` changes nothing after `delivered`. News of a parcel whose hand-off was reversed are about something else
 * that has its number.
 */
export const followParcel = (
  before: Followed & Partial<Pick<StoredShipment, 'reversedAt' | 'isVoid'>>,
  { events: news, handedOverAt: handedOver }: { events: readonly TrackingEvent[]; handedOverAt?: string | null },
): Followed => {
  if (before.reversedAt) {
    const { status, flags, events, handedOverAt, deliveredAt } = before
    return { status, flags, events, handedOverAt, deliveredAt }
  }
  const events = mergeEvents(before.events, news)
  const understood = understandEvents(events)
  const handedOverAt = findEarliest([before.handedOverAt, handedOver ? new Date(handedOver).toISOString() : null])
  const status = decideStatus(understood, { isHandedOver: handedOverAt !== null, isVoid: before.isVoid ?? false })
  const flags = TRACKING_FLAGS.filter(
    (flag) => before.flags.includes(flag) || events.some((event) => event.flag === flag),
  )
  const delivered = understood.flatMap(({ state, occurredAt }) => (state === 'delivered' ? [occurredAt] : []))
  const deliveredAt = TELLS_DELIVERY.includes(status) ? findEarliest(delivered) : null
  return { status, flags, events, handedOverAt, deliveredAt }
}
