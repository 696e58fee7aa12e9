import type { StoredFulfilmentOrder } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { UNTOUCHED_RETURN } from '../../lib/fulfilment/returns/add-return.ts'
import type { StoredReturn } from '../../lib/fulfilment/returns/return.ts'
import { returns } from '../../lib/fulfilment/returns/return-store.ts'
import { type StoredMovement, stockMovements } from '../../lib/inventory/movements/movement-store.ts'
import { newId } from '../../lib/platform/id.ts'
import { type Entity, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import type { StoredShipment } from '../../lib/shipping/shipments/shipment.ts'
import { shipments } from '../../lib/shipping/shipments/shipment-store.ts'
import { NEW_ORDER } from '../../tests/fulfilment/new-order.ts'
import { fill } from '../../tests/support/fill.ts'
import { type Case, first, last, middle, mostly, SIZES, type Subject } from './subject.ts'

const CUSTODIAN = newId(new Date(3))
const ITEM = newId(new Date(4))

const anOrder = (made: Date, i: number): StoredFulfilmentOrder => {
  const id = newId(made)
  return {
    ...NEW_ORDER,
    ...newRecord(id),
    reference: `FO-${id}`,
    salesOrderId: newId(made),
    orderNumber: `DE-${i}`,
    channelId: null,
    custodianId: CUSTODIAN,
    custodianName: 'Hamburg East',
    deliveryAddress: null,
    customerNote: null,
    warnings: [],
    status: mostly(i, 'open', 'closed'),
    outcome: mostly(i, null, 'full'),
    lines: [
      {
        ...{ id: newId(made), orderLine: 0, variantId: ITEM, sku: 'TEA-GREEN-100', name: 'Green tea, 100 g' },
        ...{ ordered: 2, allocated: mostly(i, 2, 0), handedOver: mostly(i, 0, 2), cancelled: 0, allocation: null },
      },
    ],
  }
}

const aShipment = (made: Date, i: number): StoredShipment => ({
  ...newRecord(newId(made)),
  fulfilmentOrderId: newId(made),
  salesOrderId: newId(made),
  orderNumber: `DE-${i}`,
  channelId: null,
  custodianId: CUSTODIAN,
  custodianName: 'Hamburg East',
  status: mostly(i, 'delivered', 'in_transit'),
  flags: [],
  carrier: 'DHL',
  service: null,
  trackingNumber: `0034${i}`,
  trackingUrl: null,
  lines: [{ variantId: ITEM, sku: 'TEA-GREEN-100', name: 'Green tea, 100 g', quantity: 2 }],
  handedOverAt: made.toISOString(),
  promisedBy: null,
  deliveredAt: mostly(i, made.toISOString(), null),
  parcelId: `P-${i}`,
  isVoid: false,
  events: [],
  searchedNumber: `0034${i}`,
  deliveryAddress: null,
  customerNote: null,
  proofOfDelivery: null,
  reversedAt: null,
  label: null,
  link: 1,
})

const aMovement = (made: Date, i: number): StoredMovement => ({
  ...newRecord(newId(made)),
  stockItemId: mostly(i, ITEM, CUSTODIAN),
  variantId: ITEM,
  custodianId: CUSTODIAN,
  movementKind: mostly(i, 'reserve', 'hand_over'),
  quantity: 2,
  onHandChange: 0,
  reservedChange: 2,
  quarantinedChange: 0,
  onHandAfter: 100,
  reservedAfter: 2,
  quarantinedAfter: 0,
  reason: null,
  cause: null,
  actorId: null,
  actorType: null,
  occurredAt: null,
})

const aReturn = (made: Date, i: number): StoredReturn => ({
  ...newRecord(newId(made)),
  ...UNTOUCHED_RETURN,
  returnNumber: `RET-${i}`,
  status: mostly(i, 'received', 'requested'),
  salesOrderId: newId(made),
  orderNumber: `DE-${i}`,
  channelId: null,
  custodianId: CUSTODIAN,
  custodianName: 'Hamburg East',
  reason: 'Wrong size',
  lines: [],
})

const listCases = (filters: Readonly<Record<string, string>>): Record<string, Case> =>
  Object.fromEntries(
    Object.entries({ '': '', ...filters }).flatMap(([name, query]): [string, Case][] => {
      const by = name && `${name}, `
      return [
        [`${by}page 1`, first(query)],
        [`${by}last page`, last(query)],
        [`${by}middle page`, middle(query)],
      ]
    }),
  )

const describe = <T extends Stored>(
  path: string,
  kind: Entity<T>,
  build: (made: Date, i: number) => T,
  filters: Readonly<Record<string, string>>,
): Subject => ({
  path,
  sizes: SIZES,
  fill: (tenant, at) => fill('bench', kind, tenant, at.map(build)),
  cases: listCases(filters),
})

export const FULFILMENT_SUBJECTS: Record<string, Subject> = {
  'fulfilment-orders': describe('/api/fulfilment/orders', fulfilmentOrders, anOrder, {
    'by status': 'status=open',
    'of a custodian': `custodianId=${CUSTODIAN}`,
    'of a custodian, by status': `custodianId=${CUSTODIAN}&status=open`,
  }),
  shipments: describe('/api/shipping/shipments', shipments, aShipment, { 'by status': 'status=delivered' }),
  movements: describe('/api/inventory/movements', stockMovements, aMovement, {
    'of a stock item': `stockItemId=${ITEM}`,
  }),
  returns: describe('/api/fulfilment/returns', returns, aReturn, {
    'by status': 'status=received',
    'of a custodian': `custodianId=${CUSTODIAN}`,
  }),
}
