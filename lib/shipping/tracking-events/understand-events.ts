import type { TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { TrackingEvent } from '../../custodians/custodian-connector.ts'

/** States in the order in which one prevails over those before it, if events tell several. */
const RANKS: readonly TrackingState[] = [
  'created',
  'scheduled',
  'cancelled',
  'in_transit',
  'out_for_delivery',
  'lost',
  'returned',
  'delivered',
  'damaged',
  'refused',
]

/** States that stay even if the parcel moved before it was lost and found. */
const LASTING: readonly (TrackingState | null)[] = ['returned', 'delivered', 'damaged', 'refused']
const FOUND: readonly (TrackingState | null)[] = ['in_transit', 'out_for_delivery', 'returned', 'delivered']

type Told = Pick<TrackingEvent, 'state' | 'flag' | 'occurredAt'>

/** A parcel that has turned back moves to its sender, so that what its carrier calls its delivery is the return. */
const ON_THE_WAY_BACK: Partial<Record<TrackingState, TrackingState>> = {
  out_for_delivery: 'in_transit',
  delivered: 'returned',
}

const findEarliest = (times: readonly string[]): string | undefined => times.toSorted()[0]

/** Returns events with the states that they have in the light of all others. */
export const understandEvents = <Event extends Told>(events: readonly Event[]): Event[] => {
  const turnedAt = findEarliest(
    events.flatMap(({ state, flag, occurredAt }) => (flag === 'returning' || state === 'returned' ? [occurredAt] : [])),
  )
  return events.map((event) => {
    const back = event.state !== null && turnedAt !== undefined && event.occurredAt >= turnedAt
    return back ? { ...event, state: ON_THE_WAY_BACK[event.state as TrackingState] ?? event.state } : event
  })
}

/** Leaves out that a parcel was lost, and where it was before, if it was seen later. */
const forgetLoss = <Event extends Told>(events: readonly Event[]): readonly Event[] => {
  const lastLostAt = events
    .flatMap(({ state, occurredAt }) => (state === 'lost' ? [occurredAt] : []))
    .toSorted()
    .at(-1)
  if (lastLostAt === undefined) return events
  const isFound = events.some(({ state, occurredAt }) => FOUND.includes(state) && occurredAt > lastLostAt)
  return isFound ? events.filter(({ state, occurredAt }) => occurredAt > lastLostAt || LASTING.includes(state)) : events
}

/** Returns the state that understood events tell together with what is known beside them. */
export const decideStatus = (
  events: readonly Told[],
  { isHandedOver, isVoid }: { isHandedOver: boolean; isVoid: boolean },
): TrackingState => {
  const told = forgetLoss(events).map(({ state }) => (state === null ? -1 : RANKS.indexOf(state)))
  const known = [...(isHandedOver ? ['scheduled' as const] : []), ...(isVoid ? ['cancelled' as const] : [])]
  return RANKS[Math.max(0, ...told, ...known.map((state) => RANKS.indexOf(state)))] ?? 'created'
}
