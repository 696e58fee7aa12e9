import type { StoredCharge } from '../../../lib/billing/charges/charge.ts'
import type { PlacedOrder } from '../../../lib/custodians/simulator/custodian-state.ts'
import { readSimulation } from '../../../lib/custodians/simulator/simulation.ts'
import type { StoredFulfilment } from '../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import type { StoredIncident } from '../../../lib/fulfilment/incidents/incident.ts'
import type { StoredOrderFulfilment } from '../../../lib/fulfilment/order-fulfilments/order-fulfilment.ts'
import { countHandedOver, isLive, type StoredFulfilmentOrder } from '../../../lib/fulfilment/orders/fulfilment-order.ts'
import type { StoredStockItem } from '../../../lib/inventory/stock-store.ts'
import { verifyStockOfTenant } from '../../../lib/inventory/verification/verify-stock.ts'
import type { Item } from '../../../lib/platform/store/table/table.ts'
import type { StoredOrder } from '../../../lib/sales/orders/order.ts'
import type { StoredShipment } from '../../../lib/shipping/shipments/shipment.ts'
import { toEvents } from '../../support/events.ts'
import { findParcelViolations } from './parcel-violations.ts'
import type { Bought } from './people.ts'
import { countPieces, isReported, isTrueOf, type Seen, sum, wasSentAnyway } from './seen.ts'
import { tellsSo } from './telling.ts'
import { findTimelineFaults } from './timelines.ts'
import { foreseeEnd } from './warehouse.ts'
import type { World } from './world.ts'

/** Checks that each sales order is fulfilled, cancelled, or has an open incident. */
const findForgotten = ({ world, orders, records, requests }: Seen): string[] => {
  const incidents = new Map(world.list<StoredIncident>('routing-incident').map((each) => [each.id, each]))
  const found: string[] = []
  for (const { id, externalOrderId, status } of orders) {
    const record = records.get(id)
    if (!record) {
      if (status === 'accepted') found.push(`order ${externalOrderId} was never routed`)
      continue
    }
    const isOpen = record.incidentId !== null && incidents.get(record.incidentId)?.status === 'open'
    const isDone =
      record.status === 'fulfilled' || record.status === 'cancelled' || (record.status === 'blocked' && isOpen)
    if (!isDone) found.push(`order ${externalOrderId} is ${record.status}, incident ${record.incidentId}`)
    if (record.incidentId && !isOpen) found.push(`order ${externalOrderId} names an incident that is resolved`)
    if (record.isReplanning || record.reserving || record.toDispatch.length)
      found.push(`order ${externalOrderId} waits for ever: ${JSON.stringify(record)}`)
  }
  for (const incident of incidents.values())
    if (incident.status === 'open' && incident.salesOrderId) {
      if (records.get(incident.salesOrderId)?.incidentId !== incident.id)
        found.push(`incident ${incident.id} (${incident.reason}) is open and its order does not know it`)
    }
  for (const request of requests) {
    if (isLive(request)) found.push(`${request.reference} is ${request.status}, ${request.request}`)
    if (request.pendingStock.length) found.push(`${request.reference} has stock that nobody moves`)
  }
  return found
}

/** Checks that no line is fulfilled twice, and that the record of a sales order equals its fulfilment orders. */
const findDoubles = (seen: Seen): string[] => {
  const { records, requests, bought } = seen
  const found: string[] = []
  for (const record of records.values()) {
    const own = requests.filter(({ salesOrderId }) => salesOrderId === record.id)
    // Of pieces that a custodian had called missing, people are told that it sent them after all.
    const isSentAnyway = own.some(
      (request) => wasSentAnyway(seen, request) || (isTrueOf(seen, request, 'sends_more') && isReported(seen, request)),
    )
    const told = bought.find(({ externalOrderId }) => externalOrderId === record.orderNumber)
    for (const { orderLine, quantity, planned, handedOver, cancelled } of record.lines) {
      const lines = own.flatMap((order) => order.lines.filter((line) => line.orderLine === orderLine))
      const name = `line ${orderLine} of ${record.orderNumber}`
      const most = Math.max(quantity, told?.most[orderLine] ?? 0)
      if (handedOver > most && !isSentAnyway) found.push(`${name} was fulfilled ${handedOver} times of ${most}`)
      if (handedOver !== sum(lines, (line) => line.handedOver)) found.push(`${name} counts ${handedOver} handed over`)
      if (planned !== sum(lines, (line) => line.ordered - line.handedOver - line.cancelled))
        found.push(`${name} counts ${planned} planned`)
      if (handedOver + cancelled > most && !isSentAnyway) found.push(`${name} has more pieces than ${most}`)
    }
  }
  return found
}

/** Checks that each custodian has each reference once, and that what left it is what was recorded. */
const findDisagreements = (seen: Seen): string[] => {
  const { world, requests } = seen
  const found: string[] = []
  for (const { custodian, warehouse, kind, seed, settings } of world.keepers) {
    const simulation = readSimulation({ accountId: seed, integrationId: settings })
    const simulated = world.table
      .all()
      .filter((item) => item.kind === 'simulated-custodian-order') as unknown as (Item & PlacedOrder)[]
    const placed = warehouse?.placed ?? []
    for (const reference of new Set(placed))
      if (placed.filter((each) => each === reference).length > 1) found.push(`${reference} was placed twice`)
    if (kind === 'internal') continue
    const known = new Map(
      (warehouse ? [...warehouse.orders.values()] : simulated).map((order) => [order.reference, order]),
    )
    for (const request of requests.filter(({ custodianId }) => custodianId === custodian.id)) {
      const order = known.get(request.reference)
      const end = order && foreseeEnd(order, simulation)
      const left = sum(end?.parcels ?? [], ({ lines }) => countPieces(lines))
      // Where pieces are named otherwise, people decide, who may be wrong.
      const isMisjudged = world.misjudged.has(request.reference)
      // Nobody asks about an order that was cancelled, so a warehouse that sends it without saying so is not known to have.
      const isSilent = warehouse !== undefined && tellsSo(warehouse.telling, 'names_no_parcel', request.reference)
      const isUntold =
        request.status === 'cancelled' && !countHandedOver(request) && (isSilent || wasSentAnyway(seen, request))
      const recorded = countHandedOver(request)
      const hasMore = isTrueOf(seen, request, 'sends_more')
      // Of an order that was told the parcel of another one first, people know no better.
      const numbers = seen.shipments.flatMap(({ fulfilmentOrderId, trackingNumber }) =>
        fulfilmentOrderId === request.id && trackingNumber !== null ? [trackingNumber] : [],
      )
      const isMixedUp =
        isTrueOf(seen, request, 'mixes_up') &&
        (isReported(seen, request) || numbers.some((number) => isReported(seen, request, number)))
      const isRight = recorded === left || (hasMore && recorded === left + 1) || isMixedUp
      if (!isRight && !request.isManual && !isMisjudged && !isUntold)
        found.push(
          `${left} pieces of ${request.reference} left, ${countHandedOver(request)} are recorded (${request.status}, ${request.request}, there ${end?.state})`,
        )
    }
  }
  return found
}

/** Checks that stock is what moved, and that nothing is reserved for nobody. */
const findStockFaults = async ({ world, requests, handOffs }: Seen): Promise<string[]> => {
  const { differences } = await verifyStockOfTenant(world.app.db, world.tenant)
  const found = differences.map((difference) => `stock differs: ${JSON.stringify(difference)}`)
  const wanted = new Map<string, number>()
  for (const { lines, pendingStock } of requests)
    for (const allocation of [
      ...lines.map((line) => line.allocation),
      ...pendingStock.flatMap(({ kind, allocation: own }) => (kind === 'take' ? [] : [own])),
    ])
      if (allocation)
        wanted.set(allocation.stockItemId, (wanted.get(allocation.stockItemId) ?? 0) + allocation.quantity)
  for (const { id, reserved } of world.list<StoredStockItem>('stock-item'))
    if (reserved !== (wanted.get(id) ?? 0)) found.push(`${reserved} of ${id} are reserved, for ${wanted.get(id) ?? 0}`)
  const moved = world.list<{ movementKind: string; onHandChange: number }>('stock-movement')
  const left = -sum(moved, ({ movementKind, onHandChange }) =>
    movementKind === 'hand_over' || movementKind === 'reverse' ? onHandChange : 0,
  )
  const allocated = ({ lines }: StoredFulfilment) => sum(lines, ({ allocation }) => allocation?.quantity ?? 0)
  const recorded = sum(handOffs, (each) => (each.reverses || each.reversedBy ? 0 : allocated(each)))
  if (left !== recorded) found.push(`${left} pieces left the shelves, ${recorded} were handed over`)
  return found
}

/** Checks that each hand-off is charged once. */
const findChargeFaults = ({ world, handOffs }: Seen): string[] => {
  const counted = handOffs.filter(({ reverses, reversedBy }) => !reverses && !reversedBy)
  const expected: Record<string, number> = {
    order: 150 * new Set(counted.map(({ fulfilmentOrderId }) => fulfilmentOrderId)).size,
    line: 30 * sum(counted, ({ lines }) => lines.length),
    piece: sum(counted, ({ lines }) => Math.round(countPieces(lines) * 12.5)),
    parcel: 420 * new Set(counted.map(({ shipmentId }) => shipmentId)).size,
  }
  const charged: Record<string, number> = {}
  for (const { chargeType, amount } of world.list<StoredCharge>('charge'))
    charged[chargeType] = (charged[chargeType] ?? 0) + amount
  return Object.keys(expected).flatMap((type) =>
    (charged[type] ?? 0) === expected[type]
      ? []
      : [`${charged[type] ?? 0} are charged by ${type}, not ${expected[type]}`],
  )
}

/** Checks that each order is told as fulfilled once. */
const findTopics = ({ world, records }: Seen): string[] => {
  const events = toEvents(world.table.inPartition(`T#${world.tenant}#outbox`))
  const told = events
    .filter(({ topic }) => topic === 'sales.order.fulfilled')
    .map(({ data }) => (data as { orderId: string }).orderId)
  return [...records.values()].flatMap(({ id, orderNumber, fulfilledAt }) => {
    const times = told.filter((each) => each === id).length
    return times === (fulfilledAt ? 1 : 0) ? [] : [`order ${orderNumber} was told as fulfilled ${times} times`]
  })
}

/** Lists everything that is wrong once nothing is due any more. */
export const findViolations = async (world: World, bought: readonly Bought[]): Promise<string[]> => {
  const { list } = world
  const seen: Seen = {
    world,
    bought,
    orders: list<StoredOrder>('order'),
    records: new Map(list<StoredOrderFulfilment>('order-fulfilment').map((each) => [each.id, each])),
    requests: list<StoredFulfilmentOrder>('fulfilment-order'),
    handOffs: list<StoredFulfilment>('fulfilment'),
    shipments: list<StoredShipment>('shipment'),
  }
  return [
    ...findForgotten(seen),
    ...findDoubles(seen),
    ...findDisagreements(seen),
    ...(await findStockFaults(seen)),
    ...findChargeFaults(seen),
    ...findTopics(seen),
    ...findParcelViolations(seen),
    ...(await findTimelineFaults(world, seen.orders)),
  ]
}
