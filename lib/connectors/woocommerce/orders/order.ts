import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import type { BadRecord, RemoteOrder, Shop } from '../../connector.ts'
import {
  buildAddress,
  buildCustomer,
  joinWords,
  parseObject,
  readInstant,
  readNote,
  readOrder,
  readText,
  requireInstant,
} from '../../reading.ts'
import { readWooFulfilments } from './fulfilments.ts'
import { findGiftCards, GIFT_CARD, type GiftCards } from './gift-cards.ts'
import {
  Charge,
  CouponLine,
  Line,
  makeReadAmount,
  markBundles,
  readCoupon,
  readFee,
  readLine,
  readRates,
  readShippingLine,
  removePieces,
  TaxLine,
} from './lines.ts'
import { readPaidAmount, readPaymentStatus } from './payment-status.ts'
import { buildRefunds, countRefunded, listRefunded, Refund, readRefundAmount } from './refunds.ts'

const MAX_SHIPPING_LINES = 20
const MAX_COUPONS = 100

const WooOrder = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  status: Type.String({ minLength: 1 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.String(),
  line_items: Type.Array(Line),
  tax_lines: Type.Optional(Type.Array(TaxLine)),
  shipping_lines: Type.Optional(Type.Array(Charge)),
  fee_lines: Type.Optional(Type.Array(Charge)),
  coupon_lines: Type.Optional(Type.Array(CouponLine)),
  refunds: Type.Optional(Type.Array(Refund)),
})
type WooOrder = Static<typeof WooOrder>

const readAddress = (value: unknown) => {
  const { first_name, last_name, company, address_1, address_2, city, state, postcode, country, phone, email } =
    parseObject(value)
  return buildAddress({
    name: joinWords(first_name, last_name),
    company,
    line1: address_1,
    line2: address_2,
    city,
    postalCode: postcode,
    region: state,
    countryCode: country,
    phone,
    email,
  })
}

const readModified = ({ date_modified_gmt, date_created_gmt }: Record<string, unknown>) =>
  date_modified_gmt ?? date_created_gmt

/** Joins the names of the ways in which an order was paid. */
const readMethod = (
  { payment_method, payment_method_title }: Record<string, unknown>,
  { amount }: GiftCards,
): string | null => {
  const method = readText(payment_method) ?? readText(payment_method_title)
  return readText([method, amount ? GIFT_CARD : null].filter((name) => name !== null).join(', '))
}

/**
 * Reads what an order sells and costs. Its total contains what was refunded, pieces that never left included, and what was paid
 * by gift card, which the shop takes off.
 */
const readParts = (order: WooOrder, config: Shop['config']) => {
  const { currency, status, refunds = [] } = order
  const more: Record<string, unknown> = order
  const read = makeReadAmount(currency)
  const rates = readRates(order.tax_lines ?? [])
  const lines = markBundles(
    order.line_items.map((line) => readLine(line, more.needs_processing !== false, rates, read)),
  )
  const giftCards = findGiftCards(order.fee_lines ?? [], config, read)
  const refunded = listRefunded(lines, refunds, more, giftCards, read)
  const kept = lines.map((line) => {
    const { externalLineId } = line.row
    const { row, removedTotal } = removePieces(line, countRefunded(refunded, externalLineId, true))
    return {
      externalLineId,
      removedTotal,
      row: { ...row, refundedQuantity: countRefunded(refunded, externalLineId, false) },
    }
  })
  const ordered = read(order.total, 'total')
  const isDated = readInstant(more.date_paid_gmt) !== null
  const refundedAmount = sumAmounts(refunds.map((refund) => readRefundAmount(refund, read)))
  const paymentStatus = readPaymentStatus({
    ...{ status, isDated, total: ordered, refunded: refundedAmount, isBegun: giftCards.amount > 0 },
  })
  return {
    currency,
    total: sumAmounts([ordered, giftCards.amount, ...kept.map(({ removedTotal }) => -removedTotal)]),
    pricesIncludeTax: typeof more.prices_include_tax === 'boolean' ? more.prices_include_tax : null,
    lineItems: [
      ...kept.map(({ row }) => row),
      ...(order.fee_lines ?? []).filter((fee) => !giftCards.fees.has(fee)).map((fee) => readFee(fee, rates, read)),
    ],
    shippingLines: (order.shipping_lines ?? [])
      .slice(0, MAX_SHIPPING_LINES)
      .map((line) => readShippingLine(line, rates, read)),
    discounts: (order.coupon_lines ?? []).slice(0, MAX_COUPONS).map((coupon) => readCoupon(coupon, read)),
    paymentStatus,
    payment: {
      method: readMethod(more, giftCards),
      paidAmount: readPaidAmount(paymentStatus, ordered, giftCards.amount),
    },
    refunds: buildRefunds(refunds, refunded, {
      removedTotals: new Map(kept.map(({ externalLineId, removedTotal }) => [externalLineId, removedTotal])),
      isRefunded: paymentStatus === 'refunded',
      ...{ giftCards, read },
    }),
  } satisfies Partial<OrderRow>
}

export const readWooOrder = (raw: unknown, config: Shop['config']): RemoteOrder | BadRecord =>
  readOrder(
    WooOrder,
    raw,
    (record) => ({ ref: record.id, externalOrderId: record.id, modifiedAt: readModified(record) }),
    (record) => {
      const { id, status, shipping_lines: [shipping] = [] } = record
      const more: Record<string, unknown> = record
      const { first_name, last_name, email, phone } = parseObject(more.billing)
      const { method_id, method_title } = parseObject(shipping)
      return {
        order: {
          externalOrderId: String(id),
          number: readText(more.number) ?? String(id),
          status: readText(status, 100),
          placedAt: readInstant(more.date_created_gmt),
          customer: buildCustomer({ name: joinWords(first_name, last_name), email, phone }),
          shippingAddress: readAddress(more.shipping),
          billingAddress: readAddress(more.billing),
          serviceLevel: readText(method_id) ?? readText(method_title),
          customerNote: readNote(more.customer_note),
          ...readParts(record, config),
          fulfilments: readWooFulfilments(record),
        },
        ref: String(id),
        modifiedAt: requireInstant(readModified(more), 'date_modified_gmt'),
        words: { status },
        raw,
      }
    },
  )
