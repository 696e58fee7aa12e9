import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Address } from '../../address.ts'
import { amount, currency, nullable, oneOf, timestamp, ulid } from '../../types.ts'
import { LINE_KINDS } from '../order-parts.ts'
import { PAYMENT_STATUSES } from '../payment-status.ts'

const orNull = () => nullable(Type.String())
const anyObject = () => Type.Unsafe<object>({ type: 'object', additionalProperties: true })
const anyList = () => Type.Array(anyObject())

/**
 * A row of a file of orders: what an order is in the format of an import, with one of its lines. The first row of an order has
 * all of it, and the others what tells to which order their line belongs.
 */
export const OrderFileRow = Type.Object({
  channelId: ulid(),
  externalOrderId: Type.String(),
  number: orNull(),
  status: orNull(),
  modifiedAt: nullable(timestamp()),
  placedAt: nullable(timestamp()),
  currency: currency(),
  total: nullable(amount()),
  isTest: nullable(Type.Boolean()),
  customer: nullable(Type.Object({ name: orNull(), email: orNull(), phone: orNull() })),
  shippingAddress: nullable(Address),
  billingAddress: nullable(Address),
  serviceLevel: orNull(),
  customerNote: orNull(),
  pricesIncludeTax: nullable(Type.Boolean()),
  shopCurrency: nullable(currency()),
  shopTotal: nullable(amount()),
  paymentStatus: nullable(oneOf(PAYMENT_STATUSES)),
  payment: nullable(anyObject()),
  shippingLines: nullable(anyList()),
  discounts: nullable(anyList()),
  disputes: nullable(anyList()),
  refunds: nullable(anyList()),
  line: nullable(
    Type.Object({
      externalLineId: orNull(),
      kind: oneOf(LINE_KINDS),
      externalVariantId: orNull(),
      sku: orNull(),
      name: orNull(),
      quantity: Type.Number(),
      orderedQuantity: Type.Number(),
      refundedQuantity: Type.Number(),
      fulfilledQuantity: Type.Number(),
      unitPrice: nullable(amount()),
      total: nullable(amount()),
      discountAmount: amount(),
      taxes: nullable(anyList()),
      bundleId: orNull(),
    }),
  ),
})
export type OrderFileRow = Static<typeof OrderFileRow>
