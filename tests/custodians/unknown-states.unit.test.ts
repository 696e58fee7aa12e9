import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CustodianError, type RemoteFulfilment } from '../../lib/custodians/custodian-connector.ts'
import { readOrder as readAmazonOrder } from '../../lib/custodians/fba-marketplace/order.ts'
import { readOrder as readFlexportOrder } from '../../lib/custodians/freight-platform/order.ts'
import { readOrder as readShipBobOrder } from '../../lib/custodians/fulfilment-api-a/order.ts'
import { readOrder as readShipHeroOrder } from '../../lib/custodians/fulfilment-api-b/order.ts'
import { readOrder as readBolOrder } from '../../lib/custodians/retailer-fbb/order.ts'
import { readTracker } from '../../lib/custodians/shipping-api/tracker.ts'

const NAMES = ['constructor', '__proto__', 'toString', 'Processing', 'Cancelled', 'pending', 'DELIVERED', '']
const status = () => fc.oneof(fc.constantFrom(...NAMES), fc.string(), fc.jsonValue())
const many = <T>(one: fc.Arbitrary<T>) => fc.oneof(fc.array(one, { maxLength: 4 }), fc.jsonValue())
const maybe = <T>(one: fc.Arbitrary<T>) => fc.oneof(one, fc.jsonValue())

const shipBobOrder = fc.record({
  id: fc.constant(7),
  reference_id: fc.constant('FO-1'),
  status: status(),
  shipments: many(
    fc.record({
      id: fc.nat(),
      status: status(),
      status_details: many(fc.record({ id: status() })),
      products: many(
        fc.record({ sku: status(), inventory_items: many(fc.record({ id: fc.nat(), quantity: status() })) }),
      ),
      tracking: maybe(fc.record({ tracking_number: status() })),
      last_update_at: status(),
    }),
  ),
})

const edges = <T>(one: fc.Arbitrary<T>) => maybe(fc.record({ edges: many(fc.record({ node: one })) }))

const shipHeroOrder = fc.record({
  id: fc.constant('T3JkZXI6'),
  order_number: fc.constant('FO-1'),
  fulfillment_status: status(),
  holds: fc.jsonValue(),
  line_items: edges(fc.record({ id: status(), sku: status(), quantity: status() })),
})

const shipHeroShipment = fc.record({
  created_date: status(),
  line_items: edges(fc.record({ shipping_label_id: status(), line_item_id: status(), quantity: status() })),
  shipping_labels: many(fc.record({ id: fc.string({ minLength: 1 }), status: status(), delivered: status() })),
})

const amazonOrder = fc.record({
  fulfillmentOrder: fc.record({ sellerFulfillmentOrderId: fc.constant('FO-1'), fulfillmentOrderStatus: status() }),
  fulfillmentOrderItems: many(fc.record({ sellerSku: status(), cancelledQuantity: status() })),
  fulfillmentShipments: many(
    fc.record({
      amazonShipmentId: fc.constant('D1'),
      fulfillmentShipmentStatus: status(),
      fulfillmentShipmentPackage: many(fc.record({ packageNumber: fc.nat(3), trackingNumber: status() })),
    }),
  ),
})

const tracking = fc.record({
  currentStatus: status(),
  trackingEvents: many(fc.record({ eventDate: fc.constant('2026-03-02T10:00:00Z'), eventCode: status() })),
})

const flexportOrder = fc.record({
  id: fc.constant('O1'),
  externalOrderId: fc.constant('FO-1'),
  error: fc.jsonValue(),
  cancelledAt: status(),
  deliveredAt: status(),
  lineItems: many(fc.record({ logisticsSku: status(), quantity: status() })),
  shipments: many(fc.record({ id: fc.nat(), shippedAt: status(), lineItems: fc.jsonValue() })),
})

const bolOrder = fc.record({
  orderId: fc.constant('7'),
  orderItems: many(
    fc.record({ fulfilment: fc.constant({ method: 'FBB' }), quantity: status(), quantityShipped: status() }),
  ),
})

const STATES = [null, 'accepted', 'in_progress', 'on_hold', 'closed', 'cancelled', 'refused']

/** Reads an order; an id that is missing may be told, nothing else may fail. */
const check = (read: () => RemoteFulfilment) => {
  try {
    const { state, parcels, cancelled } = read()
    expect(STATES).toContain(state)
    for (const { quantity } of [...cancelled, ...parcels.flatMap(({ lines }) => lines)])
      expect(Number.isSafeInteger(quantity) && quantity > 0).toBe(true)
    for (const { occurredAt } of parcels.flatMap(({ events }) => events)) expect(Date.parse(occurredAt)).not.toBeNaN()
  } catch (error) {
    if (!(error instanceof CustodianError)) throw error
  }
}

describe('statuses that nobody has heard of', () => {
  it('never break the reading of an order of ShipBob', () => {
    fc.assert(fc.property(shipBobOrder, (order) => check(() => readShipBobOrder(order))))
  })

  it('never break the reading of an order of ShipHero', () => {
    const orders = fc.tuple(shipHeroOrder, fc.array(shipHeroShipment, { maxLength: 3 }))
    fc.assert(fc.property(orders, ([order, shipments]) => check(() => readShipHeroOrder(order, shipments))))
  })

  it('never break the reading of an order of Amazon', () => {
    const orders = fc.tuple(amazonOrder, fc.array(tracking, { maxLength: 3 }))
    const number = (tracked: object[]) =>
      tracked.map((each, packageNumber) => ({ packageNumber, tracking: { ...each } }))
    fc.assert(fc.property(orders, ([order, tracked]) => check(() => readAmazonOrder(order, number(tracked)))))
  })

  it('never break the reading of an order of Flexport', () => {
    fc.assert(fc.property(flexportOrder, (order) => check(() => readFlexportOrder(order))))
  })

  it('never break the reading of an order of bol', () => {
    fc.assert(fc.property(bolOrder, (order) => check(() => readBolOrder('FO-1', order, []))))
  })

  it('never break the reading of a tracker of EasyPost', () => {
    const detail = fc.record({
      status: status(),
      status_detail: status(),
      datetime: status(),
      tracking_location: fc.jsonValue(),
    })
    const tracker = fc.record({ tracking_code: fc.constant('1'), tracking_details: many(detail) })
    fc.assert(fc.property(tracker, (given) => void readTracker(given)))
  })

  it('keep our state', () => {
    for (const name of ['Unheard', 'constructor', '__proto__', '']) {
      const shipment = { id: 1, status: name, status_details: [], products: [] }
      expect(readShipBobOrder({ id: 1, reference_id: 'FO-1', status: name, shipments: [shipment] }).state).toBeNull()
      expect(readShipHeroOrder({ id: 'a', order_number: 'FO-1', fulfillment_status: name }, []).state).toBeNull()
      const fulfillmentOrder = { sellerFulfillmentOrderId: 'FO-1', fulfillmentOrderStatus: name }
      expect(readAmazonOrder({ fulfillmentOrder }, []).state).toBeNull()
    }
  })
})
