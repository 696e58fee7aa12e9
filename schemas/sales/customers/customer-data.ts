import * as Type from 'typebox'
import { Address } from '../../address.ts'
import { valueResource } from '../../resource.ts'
import { nullable, timestamp, ulid } from '../../types.ts'
import { Order } from '../order.ts'
import { Customer } from './customer.ts'

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const Parcel = Type.Object({
  id: ulid(),
  orderId: nullable(ulid()),
  carrier: orNull(),
  trackingNumber: orNull(),
  deliveryAddress: nullable(Address),
  customerNote: orNull(),
  signedBy: orNull(),
  deliveredAt: nullable(timestamp()),
})

const Delivery = Type.Object({
  id: ulid({ description: 'The fulfilment order' }),
  orderId: nullable(ulid()),
  deliveryAddress: nullable(Address),
  customerNote: orNull(),
})

const Returned = Type.Object({ id: ulid(), orderId: nullable(ulid()), sender: orNull(), createdAt: timestamp() })

/** Everything that is held about one person, a page of orders at a time. */
export const CustomerData = valueResource('CustomerData', {
  collectedAt: timestamp(),
  page: Type.Integer({ examples: [1] }),
  orderCount: Type.Integer({ description: 'Orders of all pages; each page has up to twenty' }),
  customers: Type.Array(Customer.fields, { description: 'The customer, and those that were merged into it' }),
  orders: Type.Array(
    Type.Object({
      order: Order.fields,
      payload: orNull({ description: 'What the shop last said of the order, as JSON text; null if nothing is kept' }),
      deliveries: Type.Array(Delivery),
      parcels: Type.Array(Parcel),
      returns: Type.Array(Returned),
    }),
  ),
})
