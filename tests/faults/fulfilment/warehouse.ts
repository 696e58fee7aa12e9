import type { CustodianDelivery, RemoteFulfilment } from '../../../lib/custodians/custodian-connector.ts'
import type { PlacedOrder } from '../../../lib/custodians/simulator/custodian-state.ts'
import { type Planned, planDeliveries } from '../../../lib/custodians/simulator/deliveries.ts'
import { readSimulation, type Simulation } from '../../../lib/custodians/simulator/simulation.ts'
import { computeFulfilment, isCancellable } from '../../../lib/custodians/simulator/timeline.ts'
import { buildWebhookHeaders } from '../../../lib/custodians/standard-webhook.ts'
import { type Telling, tellOtherwise, tellsSo } from './telling.ts'

export const SECRET = 'whsec_YSBzZWNyZXQgdGhhdCBpcyBsb25nIGVub3VnaA=='

/** Time after which everything has happened to every order. */
const END_OF_TIME = new Date('2027-01-01T00:00:00.000Z')

/** Everything that happened, or will happen, to an order at a custodian. */
export const foreseeEnd = (order: PlacedOrder, simulation: Simulation): RemoteFulfilment =>
  computeFulfilment(order, simulation, END_OF_TIME)

interface Asked {
  type: string
  data: { reference: string; lines?: { sku: string; quantity: number }[] }
}

interface Answer {
  status: number
  json?: unknown
}

/** The behaviour of a warehouse beside the settings of a simulated custodian. */
interface Habits {
  /** Percentage of refused orders that it does not even store. */
  refuses_at_once: number
  /** Percentage of orders whose answer has no state. */
  answers_nothing: number
  /** Percentage of cancellations that it decides later. */
  decides_later: number
  telling: Telling
}

/**
 * The software of a warehouse that speaks our own format. It places an order for every request, also for one that it got
 * before, so that requests that should not have been sent are seen.
 */
export const openWarehouse = (seed: string, settings: string, habits: Habits, random: () => number) => {
  const simulation = readSimulation({ accountId: seed, integrationId: settings })
  const orders = new Map<string, PlacedOrder>()
  const placed: string[] = []
  const happens = (percentage: number) => random() * 100 < percentage

  const show = (order: PlacedOrder, now: Date) => {
    const known = [...orders.values()]
    const before = known[known.findIndex(({ reference }) => reference === order.reference) - 1]
    const {
      remoteId: id,
      parcels,
      ...state
    } = tellOtherwise(
      computeFulfilment(order, simulation, now),
      habits.telling,
      before && computeFulfilment(before, simulation, now),
    )
    const shown = parcels.map(({ events, ...parcel }) => ({
      ...parcel,
      events: events.map(({ sourceId, ...event }) => ({ ...event, id: sourceId })),
    }))
    return { ...state, id, parcels: shown }
  }

  const place = ({ reference, lines = [] }: Asked['data'], now: Date): Answer => {
    const pieces = lines.map(({ sku, quantity }) => ({ sku, quantity }))
    const order = { reference, lines: pieces, placedAt: now.toISOString(), cancelledAt: null }
    const isRefused = foreseeEnd(order, simulation).state === 'refused'
    if (isRefused && happens(habits.refuses_at_once)) return { status: 422 }
    placed.push(reference)
    if (!orders.has(reference)) orders.set(reference, order)
    return happens(habits.answers_nothing) ? { status: 204 } : { status: 200, json: show(order, now) }
  }

  const cancel = (order: PlacedOrder, now: Date): Answer => {
    if (order.cancelledAt !== null) return { status: 200, json: { answer: 'accepted' } }
    const isRefused = foreseeEnd(order, simulation).state === 'refused'
    if (isRefused || !isCancellable(order, simulation, now)) return { status: 409 }
    const isLater = happens(habits.decides_later)
    // A warehouse that decides later may have begun to pick by then.
    const isSent = tellsSo(habits.telling, 'sends_anyway', order.reference)
    if (!isSent && (!isLater || happens(50))) order.cancelledAt = now.toISOString()
    return { status: 200, json: { answer: isLater ? 'pending' : 'accepted' } }
  }

  const buildDelivery = (order: PlacedOrder, { at, index, changedAt }: Planned): CustodianDelivery => {
    const data = show(order, new Date(changedAt))
    const raw = Buffer.from(JSON.stringify({ type: 'fulfilment_order.updated', timestamp: changedAt, data }), 'utf8')
    return { headers: buildWebhookHeaders(SECRET, `msg_${order.reference}-${index}`, raw, new Date(at)), raw }
  }

  return {
    simulation,
    orders,
    telling: habits.telling,
    /** References of all orders, in the order in which they were placed. */
    placed,
    answer({ type, data }: Asked, now: Date): Answer {
      if (type === 'fulfilment_order.requested') return place(data, now)
      const order = orders.get(data.reference)
      if (!order) return { status: 404 }
      if (type === 'fulfilment_order.cancel_requested') return cancel(order, now)
      return { status: 200, json: show(order, now) }
    },
    /** Returns the webhooks that it sends in a span of time. */
    listWebhooks(after: Date, until: Date): CustodianDelivery[] {
      const isIn = ({ at }: Planned) => at > after.toISOString() && at <= until.toISOString()
      return [...orders.values()].flatMap((order) =>
        planDeliveries(order, simulation)
          .filter(isIn)
          .map((planned) => buildDelivery(order, planned)),
      )
    },
    /** Returns the time of its next webhook. */
    findNextWebhook(after: Date): string | undefined {
      const times = [...orders.values()].flatMap((order) => planDeliveries(order, simulation).map(({ at }) => at))
      return times.filter((at) => at > after.toISOString()).sort()[0]
    },
  }
}

export type Warehouse = ReturnType<typeof openWarehouse>
