import type { StoredFulfilment } from '../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import type { StoredIncident } from '../../../lib/fulfilment/incidents/incident.ts'
import type { StoredOrderFulfilment } from '../../../lib/fulfilment/order-fulfilments/order-fulfilment.ts'
import type { StoredFulfilmentOrder } from '../../../lib/fulfilment/orders/fulfilment-order.ts'
import type { StoredOrder } from '../../../lib/sales/orders/order.ts'
import type { StoredShipment } from '../../../lib/shipping/shipments/shipment.ts'
import type { Bought } from './people.ts'
import { type Telling, tellsSo } from './telling.ts'
import type { World } from './world.ts'

/** All that is stored in the end. */
export interface Seen {
  world: World
  bought: readonly Bought[]
  orders: readonly StoredOrder[]
  records: ReadonlyMap<string, StoredOrderFulfilment>
  requests: readonly StoredFulfilmentOrder[]
  handOffs: readonly StoredFulfilment[]
  shipments: readonly StoredShipment[]
}

export const sum = <T>(list: readonly T[], count: (each: T) => number) =>
  list.reduce((total, each) => total + count(each), 0)

export const countPieces = (lines: readonly { quantity: number }[]) => sum(lines, ({ quantity }) => quantity)

/** Tells whether the warehouse of an order tells of it in this way. */
export const isTrueOf = (
  { world }: Seen,
  { custodianId, reference }: StoredFulfilmentOrder,
  kind: keyof Telling,
): boolean => {
  const { warehouse } = world.keepers.find(({ custodian }) => custodian.id === custodianId) ?? {}
  return warehouse !== undefined && tellsSo(warehouse.telling, kind, reference)
}

/** Tells whether people were told that news of an order do not fit it, or of the number that another one has, too. */
export const isReported = (
  { world }: Seen,
  { id, salesOrderId }: StoredFulfilmentOrder,
  trackingNumber = '?',
): boolean =>
  world
    .list<StoredIncident>('routing-incident')
    .some(
      (each) =>
        each.reason === 'unexpected_news' &&
        (each.fulfilmentOrderId === id ||
          (each.salesOrderId !== null && each.salesOrderId === salesOrderId) ||
          each.description.includes(trackingNumber)),
    )

/**
 * Tells whether a custodian sent an order after it had accepted to cancel it, so that nobody could keep another from sending
 * it.
 */
export const wasSentAnyway = ({ world }: Seen, { custodianId, reference, request }: StoredFulfilmentOrder): boolean => {
  const keeper = world.keepers.find(({ custodian }) => custodian.id === custodianId)
  const telling = keeper?.warehouse?.telling
  return telling !== undefined && request.startsWith('cancel') && tellsSo(telling, 'sends_anyway', reference)
}
