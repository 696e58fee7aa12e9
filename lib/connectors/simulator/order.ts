import * as Type from 'typebox'
import { FULFILMENT_KINDS } from '../../../schemas/sales/fulfilment-row.ts'
import { LINE_KINDS } from '../../../schemas/sales/order-parts.ts'
import { PAYMENT_STATUSES } from '../../../schemas/sales/payment-status.ts'
import { oneOf } from '../../../schemas/types.ts'
import type { BadRecord, RemoteOrder } from '../connector.ts'
import {
  buildAddress,
  buildCustomer,
  computeUnitPrice,
  Quantity,
  readMoney,
  readNote,
  readOrder,
  readText,
  requireInstant,
} from '../reading.ts'

const TaxOfPart = Type.Object({ name: Type.String(), percent: Type.Number({ minimum: 0 }), amount: Type.String() })

const Line = Type.Object({
  id: Type.Optional(Type.String()),
  kind: Type.Optional(oneOf(LINE_KINDS)),
  variant: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  name: Type.String(),
  quantity: Quantity,
  ordered: Type.Optional(Quantity),
  refunded: Type.Optional(Quantity),
  price: Type.String(),
  /** What the customer pays for it; default: the price of its pieces. */
  total: Type.Optional(Type.String()),
  discount: Type.Optional(Type.String()),
  tax: Type.Optional(TaxOfPart),
})

const Refund = Type.Object({
  id: Type.String({ minLength: 1 }),
  refundedAt: Type.String(),
  amount: Type.String(),
  reason: Type.String(),
  lines: Type.Array(
    Type.Object({ line: Type.String(), quantity: Quantity, amount: Type.String(), isRemoved: Type.Boolean() }),
  ),
})

const Fulfilment = Type.Object({
  id: Type.String({ minLength: 1 }),
  numbers: Type.Array(Type.String()),
  kind: Type.Optional(oneOf(FULFILMENT_KINDS)),
  lines: Type.Array(Type.Object({ sku: Type.String(), quantity: Quantity })),
})

const SimulatedOrder = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.String(),
  placedAt: Type.String(),
  modifiedAt: Type.String(),
  customer: Type.Object({
    name: Type.String(),
    email: Type.String(),
    phone: Type.Optional(Type.String()),
    company: Type.Optional(Type.String()),
  }),
  note: Type.Optional(Type.String()),
  city: Type.String(),
  country: Type.String(),
  shipping: Type.Optional(Type.String()),
  shippingCost: Type.Optional(Type.Object({ total: Type.String(), tax: Type.Optional(TaxOfPart) })),
  pricesIncludeTax: Type.Optional(Type.Boolean()),
  lines: Type.Array(Line),
  discounts: Type.Optional(
    Type.Array(Type.Object({ code: Type.String(), name: Type.String(), amount: Type.String() })),
  ),
  paymentStatus: Type.Optional(oneOf(PAYMENT_STATUSES)),
  paymentMethod: Type.Optional(Type.String()),
  paid: Type.Optional(Type.String()),
  refunds: Type.Optional(Type.Array(Refund)),
  fulfilments: Type.Optional(Type.Array(Fulfilment)),
  hold: Type.Optional(Type.String()),
})

/** Payment statuses of orders that name none. */
const PAID_BY_STATUS: Readonly<Record<string, (typeof PAYMENT_STATUSES)[number]>> = {
  pending: 'unpaid',
  'on-hold': 'unpaid',
  failed: 'unpaid',
  draft: 'unpaid',
  cancelled: 'voided',
  processing: 'paid',
  completed: 'paid',
  refunded: 'refunded',
}

export const readSimulated = (raw: unknown): RemoteOrder | BadRecord =>
  readOrder(
    SimulatedOrder,
    raw,
    ({ id, modifiedAt }) => ({ ref: id, externalOrderId: id, modifiedAt }),
    (record) => {
      const { id, status, currency, total, placedAt, modifiedAt, customer, city, country, shipping } = record
      const { shippingCost, pricesIncludeTax, lines, discounts, paymentStatus, paymentMethod, paid, refunds } = record
      const { fulfilments, hold, note } = record
      const name = readText(customer.name)
      const { phone, company } = customer
      const where = {
        ...{ name, company, line1: 'Market Street 1', line2: null, city, postalCode: '10115', region: null },
        ...{ countryCode: country, phone, email: null },
      }
      const toMoney = (amount: string, of: string) => readMoney(amount, currency, of)
      const toTaxes = (tax: (typeof lines)[number]['tax']) =>
        tax ? [{ name: readText(tax.name, 100), ratePercent: tax.percent, amount: toMoney(tax.amount, 'tax') }] : null
      const toPrice = ({ quantity, price, total: given }: (typeof lines)[number]) => {
        if (given === undefined) return { unitPrice: toMoney(price, 'price') }
        const lineTotal = toMoney(given, 'total')
        return { unitPrice: computeUnitPrice(lineTotal, quantity), total: lineTotal }
      }
      return {
        order: {
          externalOrderId: id,
          number: id,
          status: readText(status, 100),
          currency,
          total: toMoney(total, 'total'),
          placedAt: requireInstant(placedAt, 'placedAt'),
          customer: buildCustomer({ name, email: customer.email, phone }),
          shippingAddress: buildAddress(where),
          billingAddress: buildAddress(where),
          serviceLevel: readText(shipping),
          customerNote: readNote(note),
          ...(pricesIncludeTax !== undefined && { pricesIncludeTax }),
          lineItems: lines.map((line) => ({
            externalLineId: readText(line.id),
            ...(line.kind && { kind: line.kind }),
            externalVariantId: readText(line.variant),
            sku: readText(line.sku),
            name: readText(line.name, 500),
            quantity: line.quantity,
            ...(line.ordered !== undefined && { orderedQuantity: line.ordered }),
            ...(line.refunded !== undefined && { refundedQuantity: line.refunded }),
            ...toPrice(line),
            ...(line.discount !== undefined && { discountAmount: toMoney(line.discount, 'discount') }),
            ...(line.tax && { taxes: toTaxes(line.tax) }),
          })),
          ...(shippingCost && {
            shippingLines: [
              {
                ...{ code: readText(shipping), name: readText(shipping) },
                ...{ total: toMoney(shippingCost.total, 'shippingCost'), taxes: toTaxes(shippingCost.tax) },
              },
            ],
          }),
          ...(discounts && {
            discounts: discounts.map((each) => ({ ...each, amount: toMoney(each.amount, 'discount') })),
          }),
          paymentStatus: paymentStatus ?? PAID_BY_STATUS[status] ?? 'unknown',
          ...(paymentMethod !== undefined && {
            payment: { method: paymentMethod, ...(paid !== undefined && { paidAmount: toMoney(paid, 'paid') }) },
          }),
          ...(refunds && {
            refunds: refunds.map(({ id: externalRefundId, refundedAt, amount, reason, lines: ofRefund }) => ({
              ...{ externalRefundId, refundedAt, reason: readText(reason, 500), amount: toMoney(amount, 'refund') },
              lines: ofRefund.map(({ line, quantity, amount: ofLine, isRemoved }) => ({
                ...{ externalLineId: line, quantity, amount: toMoney(ofLine, 'refund'), isRemoved },
              })),
            })),
          }),
          ...(fulfilments && {
            fulfilments: fulfilments.map(
              ({ id: externalFulfilmentId, numbers, kind = 'sent', lines: ofFulfilment }) => ({
                ...{ externalFulfilmentId, kind, trackingNumbers: numbers, lines: ofFulfilment },
              }),
            ),
          }),
        },
        hold: readText(hold),
        ref: id,
        modifiedAt: requireInstant(modifiedAt, 'modifiedAt'),
        words: { status },
        raw,
      }
    },
  )
