import * as Type from 'typebox'
import { amount, currency, moment, nullable, oneOf, timestamp } from '../types.ts'
import { elsewhereOfLine, fulfilledOfRow, fulfilmentsOfRow } from './fulfilment-row.ts'
import { disputesOfOrder, disputesOfRow, PaymentRow, paymentOfOrder, REFUND_CAUSES } from './order-payment.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'

/** What a line sells or charges. Only goods are fulfilled; a bundle has the price of its parts, which are lines of goods. */
export const LINE_KINDS = [
  'goods',
  'digital',
  'gift_card',
  'bundle',
  'fee',
  'duty',
  'tip',
  'discount',
  'other',
] as const

const ADJUSTMENT_REASONS = ['rounding', 'unexplained'] as const

export const MAX_REFUNDS = 100
const MAX_TAXES = 10
const MAX_SHIPPING_LINES = 20
const MAX_DISCOUNTS = 100

const TOTAL = 'What the customer pays for it, after discounts and with taxes, in minor units'
const DISCOUNT = 'How much discounts have lowered it, shares of discounts on the whole order included'
const BUNDLE = 'Id in the shop of the bundle, or of the line of the bundle, to which it belongs'
const VARIANT =
  'Id in the shop of the variant that it sells. The variant that the channel linked with it is sent, whatever its SKU'
const PIECES = 'Pieces that are supplied or to be supplied: those ordered without those cancelled'

/** A text that platforms may leave absent, null or empty. */
export const maybe = (maxLength: number, options: object = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))

const optionalAmount = (options: object) => Type.Optional(nullable(amount(options)))
const pieces = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1_000_000_000, ...options })
const list = <S extends Type.TSchema>(of: S, maxItems: number, options: object = {}) =>
  Type.Optional(nullable(Type.Array(of, { maxItems, ...options })))

const percent = () =>
  Type.Number({ minimum: 0, maximum: 1000, description: 'Null if the shop does not tell it', examples: [19] })

const TaxRow = Type.Object({
  name: maybe(100, { examples: ['VAT'] }),
  ratePercent: Type.Optional(nullable(percent())),
  amount: amount({ description: 'Tax that the total contains', examples: [412] }),
})

const TAXES =
  'Taxes that the total contains, one for each rate; empty if it charged none, absent or null if the shop does not tell them'

export const LineRow = Type.Object({
  externalLineId: maybe(255, { description: 'Id of the line in the shop, by which a later version finds it again' }),
  kind: Type.Optional(nullable(oneOf(LINE_KINDS, { description: 'What the line sells; default: `goods`' }))),
  externalVariantId: maybe(255, { description: VARIANT }),
  sku: maybe(255, { examples: ['TEA-GREEN-100'] }),
  name: maybe(500, { examples: ['Green tea, 100 g'] }),
  quantity: pieces({ description: PIECES, examples: [2] }),
  orderedQuantity: Type.Optional(
    nullable(pieces({ description: 'Pieces that were ordered; default: the largest quantity of any version' })),
  ),
  refundedQuantity: Type.Optional(
    nullable(pieces({ description: 'Of `quantity`, pieces that were refunded after they had left; default: 0' })),
  ),
  ...fulfilledOfRow,
  unitPrice: optionalAmount({
    description: 'Price of one piece in minor units; default: the total by the quantity',
    examples: [1290],
  }),
  total: optionalAmount({ description: `${TOTAL}; default: unitPrice times quantity` }),
  discountAmount: optionalAmount({ minimum: 0, description: DISCOUNT }),
  taxes: list(TaxRow, MAX_TAXES, { description: TAXES }),
  bundleId: maybe(255, { description: BUNDLE }),
})

const ShippingRow = Type.Object({
  externalLineId: maybe(255),
  code: maybe(255, { examples: ['express'] }),
  name: maybe(500, { examples: ['Express delivery'] }),
  total: amount({ description: TOTAL, examples: [490] }),
  discountAmount: optionalAmount({ minimum: 0, description: DISCOUNT }),
  taxes: list(TaxRow, MAX_TAXES, { description: TAXES }),
})

const DiscountRow = Type.Object({
  code: maybe(255, { examples: ['SPRING10'] }),
  name: maybe(500, { examples: ['Spring offer'] }),
  amount: amount({ minimum: 0, description: 'Share of the order that it took off, with taxes' }),
})

const RefundLineRow = Type.Object({
  externalLineId: maybe(255, { description: 'Line in the shop; absent for pieces of no line' }),
  quantity: pieces(),
  amount: amount({ minimum: 0, description: 'What was refunded for these pieces, with taxes' }),
  isRemoved: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'True if the pieces had not left and the totals of the order no longer contain them; default: false',
      }),
    ),
  ),
})

const RefundRow = Type.Object({
  externalRefundId: Type.String({ minLength: 1, maxLength: 255 }),
  refundedAt: Type.Optional(nullable(moment())),
  amount: amount({ minimum: 0, description: 'Everything that was refunded, with taxes' }),
  isMoneyMoved: Type.Optional(
    nullable(Type.Boolean({ description: 'False while the money has not moved; default: true' })),
  ),
  reason: maybe(500),
  shippingAmount: optionalAmount({ minimum: 0, description: 'Of `amount`, what is for shipping' }),
  lines: list(RefundLineRow, 1000),
})

/** Members of an order in the format of an import that tell its parts, its payment and its refunds. */
export const partsOfRow = {
  pricesIncludeTax: Type.Optional(
    nullable(Type.Boolean({ description: 'Whether the shop shows its prices with tax; totals contain it anyway' })),
  ),
  shopCurrency: Type.Optional(
    nullable(currency({ description: 'Currency of the shop, if the customer paid in another' })),
  ),
  shopTotal: optionalAmount({ minimum: 0, description: 'The total in `shopCurrency`' }),
  shippingLines: list(ShippingRow, MAX_SHIPPING_LINES),
  discounts: list(DiscountRow, MAX_DISCOUNTS, {
    description: 'Discounts by code or name; the totals of lines and shipping are after them',
  }),
  paymentStatus: Type.Optional(
    nullable(
      oneOf(PAYMENT_STATUSES, {
        description: 'Whether the order is paid; default: `unknown`. The channel decides which orders wait for payment',
      }),
    ),
  ),
  payment: Type.Optional(nullable(PaymentRow)),
  disputes: disputesOfRow,
  refunds: list(RefundRow, MAX_REFUNDS, { description: 'All refunds of the order so far' }),
  ...fulfilmentsOfRow,
}

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const Tax = Type.Object({ name: orNull(), ratePercent: nullable(percent()), amount: amount() })

const taxes = () =>
  nullable(
    Type.Array(Tax, {
      description: 'Taxes that the total contains; empty if there are none, null if the shop does not tell them',
    }),
  )

export const OrderLine = Type.Object({
  id: Type.String({ description: 'Stays the same in all versions of the order', examples: ['1'] }),
  externalLineId: orNull(),
  kind: oneOf(LINE_KINDS),
  externalVariantId: orNull({ description: `${VARIANT}; null if the shop does not tell it` }),
  sku: orNull(),
  name: orNull(),
  quantity: Type.Number({ description: PIECES }),
  orderedQuantity: Type.Number(),
  cancelledQuantity: Type.Number({ description: 'Pieces that were removed before they left' }),
  refundedQuantity: Type.Number({ description: 'Of `quantity`, pieces that were refunded after they had left' }),
  removedAfterLeavingQuantity: Type.Number({
    description:
      'Of `cancelledQuantity`, pieces that the shop took off after they had left, since it had not been told of their parcel; a return of them is expected',
  }),
  ...elsewhereOfLine,
  unitPrice: nullable(amount({ description: 'Price of one piece, which may be rounded; `total` is exact' })),
  total: nullable(amount({ description: `${TOTAL}; null if no price is known` })),
  discountAmount: amount({ description: DISCOUNT }),
  taxes: taxes(),
  bundleId: orNull({ description: BUNDLE }),
})

export const ShippingLine = Type.Object({
  externalLineId: orNull(),
  code: orNull(),
  name: orNull(),
  total: amount({ description: TOTAL }),
  discountAmount: amount({ description: DISCOUNT }),
  taxes: taxes(),
})

const Refund = Type.Object({
  externalRefundId: Type.String(),
  refundedAt: nullable(timestamp()),
  amount: amount({ description: 'Everything that was refunded, with taxes' }),
  isMoneyMoved: Type.Boolean({ description: 'False while the money has not moved' }),
  cause: oneOf(REFUND_CAUSES, { description: '`dispute` if the customer got it back by a dispute that was lost' }),
  reason: orNull(),
  shippingAmount: amount({ description: 'Of `amount`, what is for shipping' }),
  lines: Type.Array(
    Type.Object({
      lineId: orNull({ description: 'Null for pieces of no line' }),
      quantity: Type.Number(),
      amount: amount(),
      isRemoved: Type.Boolean({
        description: 'True if the pieces had not left and the totals of the order no longer contain them',
      }),
    }),
  ),
})

/** Members of an order that show its parts, its payment and its refunds. */
export const partsOfOrder = {
  pricesIncludeTax: nullable(Type.Boolean({ description: 'Null if the shop does not tell it' })),
  shopCurrency: nullable(currency({ description: 'Currency of the shop; null if it is that of the order' })),
  shopTotal: nullable(amount({ description: 'The total in `shopCurrency`' })),
  lineItems: Type.Array(OrderLine),
  shippingLines: Type.Array(ShippingLine),
  discounts: Type.Array(
    Type.Object({
      code: orNull(),
      name: orNull(),
      amount: amount({ description: 'Share of the order that it took off; totals are after it' }),
    }),
  ),
  adjustment: nullable(
    Type.Object(
      {
        amount: amount({ description: 'What the total has beyond the lines and shipping; below 0 if it has less' }),
        reason: oneOf(ADJUSTMENT_REASONS, {
          description: '`rounding` if it is at most one minor unit for each line and shipping line',
        }),
      },
      { description: 'Null if lines and shipping add up to the total, or if the order has none' },
    ),
  ),
  paymentStatus: oneOf(PAYMENT_STATUSES),
  payment: paymentOfOrder,
  disputes: disputesOfOrder,
  refunds: Type.Array(Refund),
  refundedAmount: amount({ description: 'Sum of the refunds' }),
  keptAmount: amount({
    description: 'The total without what was refunded beyond pieces that it no longer contains; at least 0',
  }),
}
