import type { TrackingFlag, TrackingState } from '../../../schemas/shipping/tracking.ts'
import { formatDate, formatDateTime } from '../../platform/locale/formats.ts'
import { getPromisedDay } from '../shipments/schedule-delay.ts'
import { isOnItsWay, type StoredShipment } from '../shipments/shipment.ts'
import { understandEvents } from '../tracking-events/understand-events.ts'
import type { PageLanguage } from './choose-language.ts'
import type { PageWords } from './words/page-words.ts'

/** A parcel in the words of the page: without addresses, prices, names, and texts that carriers wrote. */
export interface ShownParcel {
  heading: string | null
  state: string
  tone: 'good' | 'bad' | 'plain'
  /** The time at which it comes, or came. */
  when: string | null
  /** Words beside the state, such as that it is late. */
  remarks: string[]
  /** The usual way, and how much of it is behind; null for a parcel that left this way. */
  steps: { label: string; isDone: boolean }[] | null
  facts: [label: string, value: string][]
  link: string | null
  contents: string[]
  events: { text: string; at: string }[]
}

const STEPS = ['created', 'in_transit', 'out_for_delivery', 'delivered'] as const
const RANK: Partial<Record<TrackingState, number>> = {
  created: 0,
  scheduled: 0,
  in_transit: 1,
  out_for_delivery: 2,
  delivered: 3,
}
const BAD: readonly TrackingState[] = ['returned', 'refused', 'damaged', 'lost', 'cancelled']
/** Flags that say more than the state while the parcel is on its way; the first one counts. */
const INSTEAD: readonly TrackingFlag[] = ['returning', 'ready_for_pickup']
const BESIDE: readonly TrackingFlag[] = ['delayed', 'attempt_failed']

export const fillWords = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const listEvents = ({ events }: StoredShipment, words: PageWords) =>
  understandEvents(events).flatMap(({ state, flag, place, occurredAt }) => {
    const word = state ? words[state] : flag ? words[flag] : place ? words.processed : null
    return word ? [{ text: [word, place].filter(Boolean).join(' · '), occurredAt }] : []
  })

const MAX_SHOWN_EVENTS = 30
const UNKNOWN = { carrier: null, trackingNumber: null, trackingUrl: null }

/**
 * Describes a parcel for its buyer. Times are in the tenant's zone, the promised day is that of the destination. What was told
 * of a parcel whose hand-off was reversed is about another one. Without a place it is none of those that are counted.
 */
export const describeParcel = (
  shipment: StoredShipment,
  place: { index: number; count: number } | undefined,
  { tag, words }: PageLanguage,
  zone: string,
): ShownParcel => {
  const { status, flags, lines, deliveredAt, reversedAt } = shipment
  const { carrier, trackingNumber, trackingUrl } = reversedAt ? UNKNOWN : shipment
  const isOpen = isOnItsWay(shipment)
  const instead = isOpen ? INSTEAD.find((flag) => flags.includes(flag)) : undefined
  const promised = isOpen && instead !== 'returning' ? getPromisedDay(shipment) : null
  const isBad = BAD.includes(status) || instead === 'returning'
  const showDay = (at: string) => formatDate(at, { locale: tag, zone })
  return {
    heading: place && place.count > 1 ? fillWords(words.parcel, place) : null,
    state: words[instead ?? status],
    tone: isBad ? 'bad' : status === 'delivered' ? 'good' : 'plain',
    when:
      status === 'delivered' && deliveredAt
        ? fillWords(words.deliveredOn, { date: showDay(deliveredAt) })
        : promised && fillWords(words.expected, { date: showDay(promised) }),
    remarks: isOpen ? BESIDE.filter((flag) => flags.includes(flag)).map((flag) => words[flag]) : [],
    steps: isBad ? null : STEPS.map((step, i) => ({ label: words[step], isDone: i <= (RANK[status] ?? 0) })),
    facts: [
      ...(carrier ? [[words.carrier, carrier] as [string, string]] : []),
      ...(trackingNumber ? [[words.number, trackingNumber] as [string, string]] : []),
    ],
    link: trackingUrl,
    contents: lines.map(({ name, sku, quantity }) => `${quantity} × ${name ?? sku}`),
    events: (reversedAt ? [] : listEvents(shipment, words))
      .slice(-MAX_SHOWN_EVENTS)
      .reverse()
      .map(({ text, occurredAt }) => ({ text, at: formatDateTime(occurredAt, { locale: tag, zone }, 'medium') })),
  }
}
