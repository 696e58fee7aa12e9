import { computeChance } from '../../platform/compute-chance.ts'
import type { RemoteFulfilment, RemoteParcel, RemoteState, TrackingEvent } from '../custodian-connector.ts'
import type { Piece, PlacedOrder } from './custodian-state.ts'
import { happens, type Simulation } from './simulation.ts'

/** Steps after which something happens to an order, and to its first parcel; the second follows later. */
const ACCEPTED = 1
const PICKED = 2
const PACKED = 3
const HANDED_OVER = 4
const IN_TRANSIT = 5
const OUT_FOR_DELIVERY = 8
const DELIVERED = 9
const LOST = 12
const PROMISED = 12
const BETWEEN_PARCELS = 2
/** Each step of a late order from the shelf on takes as long as so many. */
const LATE_FACTOR = 10

/** A promise that holds for orders that are not late. */
export const isCancellable = (order: PlacedOrder, simulation: Simulation, now: Date): boolean =>
  now.getTime() < toTime(order, simulation, PICKED)

const isLate = ({ reference }: PlacedOrder, simulation: Simulation) => happens(simulation, 'late_percent', reference)

const toTime = (order: PlacedOrder, simulation: Simulation, step: number): number => {
  const steps = isLate(order, simulation) && step > PICKED ? PICKED + (step - PICKED) * LATE_FACTOR : step
  return Date.parse(order.placedAt) + steps * simulation.step_seconds * 1000
}

const sumPieces = (lines: readonly Piece[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const addUp = (lines: readonly Piece[]): Piece[] => {
  const sums = new Map<string, number>()
  for (const { sku, quantity } of lines) sums.set(sku, (sums.get(sku) ?? 0) + quantity)
  return [...sums].flatMap(([sku, quantity]) => (quantity > 0 ? [{ sku, quantity }] : []))
}

/** Splits lines after so many pieces. */
const splitAfter = (lines: readonly Piece[], pieces: number): [Piece[], Piece[]] => {
  let left = pieces
  const first: Piece[] = []
  const second: Piece[] = []
  for (const { sku, quantity } of lines) {
    const taken = Math.min(left, quantity)
    left -= taken
    first.push({ sku, quantity: taken })
    second.push({ sku, quantity: quantity - taken })
  }
  return [addUp(first), addUp(second)]
}

/** Decides what each parcel contains and what is missing; together they are what was ordered. */
export const planParcels = (order: PlacedOrder, simulation: Simulation): { parcels: Piece[][]; missing: Piece[] } => {
  const all = addUp(order.lines)
  const isShort = happens(simulation, 'short_percent', order.reference)
  const [found, missing] = splitAfter(all, sumPieces(all) - (isShort ? 1 : 0))
  const count = sumPieces(found)
  if (count === 0) return { parcels: [], missing }
  if (count < 2 || !happens(simulation, 'split_percent', order.reference)) return { parcels: [found], missing }
  return { parcels: splitAfter(found, Math.ceil(count / 2)), missing }
}

type Fate = 'delivered' | 'lost' | 'damaged'

const decideFate = ({ reference }: PlacedOrder, simulation: Simulation, isLast: boolean): Fate => {
  if (isLast && happens(simulation, 'lost_percent', reference)) return 'lost'
  return isLast && happens(simulation, 'damaged_percent', reference) ? 'damaged' : 'delivered'
}

interface Step {
  step: number
  state: TrackingEvent['state']
  flag: TrackingEvent['flag']
  description: string
}

const on = (step: number, state: TrackingEvent['state'], description: string, flag: TrackingEvent['flag'] = null) => ({
  step,
  state,
  flag,
  description,
})

const WAYS: Record<Fate, readonly Step[]> = {
  delivered: [
    on(OUT_FOR_DELIVERY, 'out_for_delivery', 'Out for delivery'),
    on(DELIVERED, 'delivered', 'Delivered to the recipient'),
  ],
  lost: [on(OUT_FOR_DELIVERY, null, 'The parcel is searched for', 'delayed'), on(LOST, 'lost', 'The parcel is lost')],
  damaged: [on(OUT_FOR_DELIVERY, 'damaged', 'The parcel is damaged')],
}

const listSteps = (order: PlacedOrder, simulation: Simulation, fate: Fate): readonly Step[] => [
  on(PACKED, 'created', 'The parcel is packed'),
  on(HANDED_OVER, 'scheduled', 'The carrier has the parcel'),
  ...(isLate(order, simulation) ? [on(HANDED_OVER, null, 'The parcel is late', 'delayed')] : []),
  on(IN_TRANSIT, 'in_transit', 'The parcel is on its way'),
  ...WAYS[fate],
]

const buildParcel = (
  order: PlacedOrder,
  simulation: Simulation,
  { index, count, lines }: { index: number; count: number; lines: readonly Piece[] },
): RemoteParcel => {
  const id = `${order.reference}-${index + 1}`
  const trackingNumber = `SIM${String(computeChance(simulation.seed, 'tracking', id)).padStart(10, '0')}`
  const fate = decideFate(order, simulation, index + 1 === count)
  const at = (step: number) => new Date(toTime(order, simulation, step + index * BETWEEN_PARCELS)).toISOString()
  const events = listSteps(order, simulation, fate).map(({ step, state, flag, description }, place) => ({
    sourceId: `${id}-${place}`,
    occurredAt: at(step),
    state,
    flag,
    description,
    place: step < IN_TRANSIT ? 'Simulated warehouse' : 'Simulated depot',
  }))
  return {
    id,
    carrier: 'Simulated parcels',
    service: 'standard',
    trackingNumber,
    trackingUrl: `https://tracking.example/${trackingNumber}`,
    lines,
    handedOverAt: at(HANDED_OVER),
    promisedBy: new Date(Date.parse(order.placedAt) + PROMISED * simulation.step_seconds * 1000).toISOString(),
    events,
  }
}

const isRefused = ({ reference }: PlacedOrder, simulation: Simulation) =>
  happens(simulation, 'refused_percent', reference)

/** Everything that will ever happen to an order that is not cancelled. */
const foresee = (order: PlacedOrder, simulation: Simulation) => {
  if (isRefused(order, simulation)) return { parcels: [], missing: [] }
  const { parcels, missing } = planParcels(order, simulation)
  const built = parcels.map((lines, index) => buildParcel(order, simulation, { index, count: parcels.length, lines }))
  return { parcels: built, missing }
}

const showParcel = (parcel: RemoteParcel, now: string): RemoteParcel[] => {
  const events = parcel.events.filter(({ occurredAt }) => occurredAt <= now)
  if (!events.length) return []
  const isHandedOver = parcel.handedOverAt !== null && parcel.handedOverAt <= now
  return [{ ...parcel, handedOverAt: isHandedOver ? parcel.handedOverAt : null, events }]
}

/** Returns an order as the custodian shows it at a time. */
export const computeFulfilment = (order: PlacedOrder, simulation: Simulation, now: Date): RemoteFulfilment => {
  const { reference, cancelledAt } = order
  const plain = { reference, remoteId: `SIM-${reference}`, reason: null, cancelled: [], parcels: [] }
  if (cancelledAt !== null && cancelledAt <= now.toISOString())
    return { ...plain, state: 'cancelled', reason: 'The order was cancelled.', cancelled: addUp(order.lines) }
  const isPast = (step: number) => now.getTime() >= toTime(order, simulation, step)
  if (isRefused(order, simulation))
    return { ...plain, state: 'refused', reason: 'The custodian cannot take the order.' }
  const { parcels, missing } = foresee(order, simulation)
  const shown = parcels.flatMap((parcel) => showParcel(parcel, now.toISOString()))
  const cancelled = isPast(PACKED) ? missing : []
  const reason = cancelled.length ? 'Pieces are missing on the shelf.' : null
  const open = (state: RemoteState | null) => ({ ...plain, state, reason, cancelled, parcels: shown })
  if (!isPast(ACCEPTED)) return open(null)
  if (!isPast(PICKED)) return open('accepted')
  if (!parcels.length && isPast(PACKED)) return open('cancelled')
  const isClosed = parcels.length > 0 && parcels.every(({ handedOverAt }) => (handedOverAt ?? '') <= now.toISOString())
  return open(isClosed ? 'closed' : 'in_progress')
}

/** Returns the times at which an order changes, in their order, up to a cancellation. */
export const listChangeTimes = (order: PlacedOrder, simulation: Simulation): string[] => {
  const at = (step: number) => new Date(toTime(order, simulation, step)).toISOString()
  const { parcels } = foresee(order, simulation)
  const events = parcels.flatMap((parcel) => parcel.events.map(({ occurredAt }) => occurredAt))
  const steps = isRefused(order, simulation) ? [at(ACCEPTED)] : [at(ACCEPTED), at(PICKED), at(PACKED), ...events]
  const { cancelledAt } = order
  const all = cancelledAt === null ? steps : [...steps.filter((time) => time < cancelledAt), cancelledAt]
  return [...new Set(all)].sort()
}
