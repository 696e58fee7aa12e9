import type { DeliveryAddress } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Shortage } from '../../inventory/allocations/allocation.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { countAccepted } from '../analytics/count-fulfilment.ts'
import { describeOrder } from './change-order.ts'
import { buildReference, fulfilmentOrderUri, type StoredFulfilmentOrder } from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'
import { reserveLines } from './reserve-lines.ts'

export interface NewLine {
  orderLine: number | null
  variantId: Id
  sku: string
  name: string | null
  quantity: number
}

export interface NewOrder {
  salesOrderId: Id | null
  orderNumber: string
  channelId: Id | null
  isTest: boolean
  custodian: Pick<StoredCustodian, 'id' | 'name' | 'type'>
  serviceLevel: string | null
  deliveryAddress: DeliveryAddress | null
  customerNote: string | null
  currency: string
  lines: readonly NewLine[]
}

/** Creates an order as if it had been built from these fields, counts it unless it is a test, and tells of it. */
export const createOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  fields: Omit<StoredFulfilmentOrder, 'rev' | 'createdAt' | 'updatedAt'>,
): Promise<StoredFulfilmentOrder> => {
  if (!fields.isTest) await countAccepted(app, unit, fields.custodianId)
  const order = unit.create(fulfilmentOrders, fields)
  unit.emit('fulfilment.order.created', { subject: fulfilmentOrderUri(order.id), data: describeOrder(order) })
  return order
}

/**
 * Adds a fulfilment order and reserves its stock, of at most so many variants in this transaction; a task reserves the rest.
 * Adds nothing if stock is missing, and returns what.
 */
export const addOrder = async (
  db: Table,
  unit: Unit,
  { custodian, lines: wanted, ...given }: NewOrder,
  most: number,
): Promise<StoredFulfilmentOrder | { shortages: Shortage[] }> => {
  const id = unit.newId()
  const lines = wanted.map(({ quantity, ...line }) => ({
    id: unit.newId(),
    ...line,
    ordered: quantity,
    allocated: 0,
    handedOver: 0,
    cancelled: 0,
    allocation: null,
  }))
  const reserved = await reserveLines(db, unit, { id, custodianId: custodian.id, lines }, most)
  if ('shortages' in reserved) return reserved
  if (reserved.isReserving) unit.schedule('fulfilment.order.reserve', { tenant: unit.tenant, fulfilmentOrderId: id })
  return await createOrder({ db }, unit, {
    ...given,
    ...reserved,
    id,
    reference: buildReference(id),
    custodianId: custodian.id,
    custodianName: custodian.name,
    status: 'open',
    outcome: null,
    request: 'unsent',
    requestMessage: null,
    warnings: [],
    holds: [],
    closedAt: null,
    remoteId: null,
    isManual: custodian.type === 'internal',
    pendingStock: [],
    failures: 0,
    parcels: [],
    mismatch: null,
    cancelling: null,
    startedAt: null,
    firstFulfilmentId: null,
    incidentId: null,
  })
}
