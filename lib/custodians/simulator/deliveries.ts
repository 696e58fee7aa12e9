import type { CustodianDelivery, CustodianSystem } from '../custodian-connector.ts'
import { buildWebhookHeaders } from '../standard-webhook.ts'
import { findPlaced, openCustodianState, type PlacedOrder } from './custodian-state.ts'
import { happens, readSimulation, type Simulation } from './simulation.ts'
import { computeFulfilment, listChangeTimes } from './timeline.ts'

export interface Planned {
  /** Time at which the delivery arrives. */
  at: string
  /** Index of the change that it tells of. */
  index: number
  changedAt: string
}

/** Plans the webhooks of an order: some come twice, some after the next one, and some never. */
export const planDeliveries = (order: PlacedOrder, simulation: Simulation): Planned[] => {
  const times = listChangeTimes(order, simulation)
  const { reference } = order
  const planned = times.flatMap((changedAt, index): (Planned & { rank: number })[] => {
    if (happens(simulation, 'silent_percent', reference, index)) return []
    const next = times[index + 1]
    const isLate = next !== undefined && happens(simulation, 'disorder_percent', reference, index)
    const one = { at: isLate ? next : changedAt, index, changedAt, rank: isLate ? index + 1.5 : index }
    return happens(simulation, 'twice_percent', reference, index) ? [one, one] : [one]
  })
  return planned.sort((a, b) => a.rank - b.rank).map(({ rank: _rank, ...rest }) => rest)
}

/** Builds a webhook, signed for the time at which it arrives. */
export const buildDelivery = (
  order: PlacedOrder,
  simulation: Simulation,
  secret: string,
  { at, index, changedAt }: Planned,
): CustodianDelivery => {
  const { remoteId: id, parcels, ...state } = computeFulfilment(order, simulation, new Date(changedAt))
  const named = parcels.map(({ events, ...parcel }) => ({
    ...parcel,
    events: events.map(({ sourceId, ...event }) => ({ ...event, id: sourceId })),
  }))
  const body = { type: 'fulfilment_order.updated', timestamp: changedAt, data: { ...state, id, parcels: named } }
  const raw = Buffer.from(JSON.stringify(body), 'utf8')
  return { headers: buildWebhookHeaders(secret, `msg_${order.reference}-${index}`, raw, new Date(at)), raw }
}

/** Webhooks that a simulated custodian sends of an order, and the time of its next one. */
export interface DueDeliveries {
  deliveries: CustodianDelivery[]
  nextAt: string | null
}

/**
 * Returns the webhooks of an order that fall after one time and not after another, signed as they arrive. A simulated
 * custodian has no process of its own, so whoever polls it sends them.
 */
export const listDueDeliveries = async (
  system: CustodianSystem,
  reference: string,
  after: string,
): Promise<DueDeliveries> => {
  const { webhookSecret } = system.credentials
  if (!webhookSecret) return { deliveries: [], nextAt: null }
  const simulation = readSimulation(system.credentials)
  const order = await findPlaced(openCustodianState(system, simulation.seed), reference)
  if (!order) return { deliveries: [], nextAt: null }
  const planned = planDeliveries(order, simulation)
  const now = system.now.toISOString()
  return {
    deliveries: planned
      .filter(({ at }) => at > after && at <= now)
      .map((each) => buildDelivery(order, simulation, webhookSecret, each)),
    nextAt: planned.find(({ at }) => at > now)?.at ?? null,
  }
}
