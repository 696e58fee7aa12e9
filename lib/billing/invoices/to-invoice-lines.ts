import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { multiplyPrice } from '../../platform/money/amounts.ts'
import { countDecimalPlaces, divideDown } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { MAX_DECIMALS } from './invoice.ts'

/** An order with more lines is billed in one line, so that no single order fills an invoice. */
const MAX_LINES_PER_ORDER = 50
const MAX_DESCRIPTION_LENGTH = 500

export type BilledOrder = Pick<
  StoredOrder,
  'id' | 'number' | 'total' | 'keptAmount' | 'lineItems' | 'shippingLines' | 'adjustment' | 'refunds'
>

/** A line that bills a part of an order. */
export type OrderBillLine = LineItemInput & {
  orderId: Id
  orderLineId: string | null
  /** Rate that the shop charged; null if it does not tell it. */
  chargedRatePercent: number | null
}

type OrderLine = BilledOrder['lineItems'][number]
type Priced = Pick<LineItemInput, 'quantity' | 'unitPrice'>

const summarizeOrder = ({ number, total }: BilledOrder): LineItemInput[] => [
  { description: `Order ${number}`, quantity: 1, unitPrice: total, reference: number },
]

/** Divides the total of a line by its pieces: those that cost one minor unit more come last, and there may be none. */
const divideByPieces = (quantity: number, total: number): Priced[] => {
  const lower = Number(divideDown(BigInt(total), BigInt(quantity)))
  const dearer = Number(BigInt(total) - BigInt(lower) * BigInt(quantity))
  const parts = [
    { quantity: quantity - dearer, unitPrice: lower },
    { quantity: dearer, unitPrice: lower + 1 },
  ]
  return parts.filter((part) => part.quantity > 0)
}

/** Tells whether the parts add up to the total; those whose sum no number can hold do not. */
const sumsTo = (total: number, parts: readonly number[]): boolean =>
  parts.reduce((sum, part) => sum + BigInt(part), 0n) === BigInt(total)

const isMultiple = ({ quantity, unitPrice, total }: OrderLine): boolean =>
  unitPrice !== null && countDecimalPlaces(quantity) <= MAX_DECIMALS && multiplyPrice(quantity, unitPrice) === total

/** Bills a line of an order at exactly its total; undefined if it has none. */
const billLine = (line: OrderLine, number: string): LineItemInput[] | undefined => {
  const { name, sku, quantity, unitPrice, total } = line
  if (quantity === 0) return []
  if (total === null) return undefined
  const description = name?.trim() || sku?.trim() || `Item of order ${number}`
  if (Number.isInteger(quantity))
    return divideByPieces(quantity, total).map((part) => ({ description, ...part, reference: number }))
  if (unitPrice !== null && isMultiple(line)) return [{ description, quantity, unitPrice, reference: number }]
  const whole = `${quantity} x ${description}`.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed().trim()
  return [{ description: whole, quantity: 1, unitPrice: total, reference: number }]
}

/**
 * Returns the rate that the shop charged for a part; null if it does not tell it. A part without any tax says nothing: shops
 * that compute no taxes have none either.
 */
const readChargedRate = (taxes: OrderLine['taxes']): number | null => {
  const rates = (taxes ?? []).map(({ ratePercent }) => ratePercent)
  if (!rates.length) return null
  return rates.reduce<number | null>((sum, rate) => (sum === null || rate === null ? null : sum + rate), 0)
}

/** Returns the rate of all parts of an order, which is that of what belongs to none of them; null if they differ. */
const readCommonRate = ({ lineItems, shippingLines }: BilledOrder): number | null => {
  const parts = [...lineItems, ...shippingLines].filter(({ total }) => total)
  const rates = new Set(parts.map(({ taxes }) => readChargedRate(taxes)))
  const [rate = null] = rates
  return rates.size === 1 ? rate : null
}

type RatedLine = LineItemInput & Pick<OrderBillLine, 'chargedRatePercent'>

const billShipping = ({ number, shippingLines }: BilledOrder): RatedLine[] =>
  shippingLines
    .filter(({ total }) => total !== 0)
    .map(({ name, total, taxes }) => ({
      chargedRatePercent: readChargedRate(taxes),
      description: name ? `Shipping: ${name}`.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed() : 'Shipping',
      quantity: 1,
      unitPrice: total,
      reference: number,
    }))

const describeAdjustment = ({ number, shippingLines, adjustment }: BilledOrder): string => {
  if (adjustment?.reason === 'rounding') return `Rounding of order ${number}`
  return shippingLines.length
    ? `Other amounts of order ${number}`
    : `Shipping, discounts and other amounts of order ${number}`
}

const billAdjustment = (order: BilledOrder): RatedLine[] =>
  order.adjustment
    ? [
        {
          chargedRatePercent: readCommonRate(order),
          description: describeAdjustment(order),
          quantity: 1,
          unitPrice: order.adjustment.amount,
          reference: order.number,
        },
      ]
    : []

/** An order as an invoice bills it. */
interface OrderBill {
  /** Lines of the invoice by line of the order. */
  byLine: LineItemInput[][]
  /** The cost of the order beside its lines; none if nothing. */
  rest: RatedLine[]
}

/** Bills the order line by line, with its shipping and its adjustment; undefined if that is not possible. */
export const billByLine = (order: BilledOrder): OrderBill | undefined => {
  const { number, total, lineItems } = order
  if (!lineItems.length || lineItems.length > MAX_LINES_PER_ORDER) return undefined
  const byLine = lineItems.map((line) => billLine(line, number))
  if (!byLine.every((lines) => lines !== undefined)) return undefined
  const rest = [...billShipping(order), ...billAdjustment(order)]
  const parts = [...lineItems, ...order.shippingLines].map((part) => part.total ?? 0)
  const isComplete = sumsTo(total, [...parts, order.adjustment?.amount ?? 0])
  return isComplete && (byLine.flat().length || rest.length) ? { byLine, rest } : undefined
}

/** Bills what was refunded of parts that the total contains, refund by refund, so that the lines add up to what is kept. */
const billRefunds = (order: BilledOrder): LineItemInput[] => {
  let left = order.total - order.keptAmount
  return order.refunds.flatMap(({ amount, lines, reason }) => {
    const removed = lines.reduce((sum, line) => sum + (line.isRemoved ? line.amount : 0), 0)
    const refunded = Math.min(amount - removed, left)
    left -= refunded
    const why = reason ? `: ${reason}` : ''
    const what = refunded < 0 ? 'Kept of a refund' : 'Refund'
    const description = `${what} of order ${order.number}${why}`.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed()
    return refunded ? [{ description, quantity: 1, unitPrice: -refunded, reference: order.number }] : []
  })
}

/** Lists the lines that bill an order. They add up to what is kept of it, and those of each of its lines to that line's total. */
export const toInvoiceLines = (order: BilledOrder): OrderBillLine[] => {
  const bill = billByLine(order)
  const ofWhole = { orderLineId: null, chargedRatePercent: readCommonRate(order) }
  const byLine = (bill?.byLine ?? []).flatMap((lines, i) => {
    const { id = null, taxes = null } = order.lineItems[i] ?? {}
    return lines.map((line) => ({ ...line, orderLineId: id, chargedRatePercent: readChargedRate(taxes) }))
  })
  const rest = bill ? bill.rest : summarizeOrder(order)
  return [...byLine, ...[...rest, ...billRefunds(order)].map((line) => ({ ...ofWhole, ...line }))].map((line) => ({
    ...line,
    orderId: order.id,
  }))
}

/** Lists the line that bills what an order is worth beyond what earlier invoices have billed. */
export const billChange = (order: BilledOrder, amount: number): OrderBillLine[] => [
  {
    description: `Change of order ${order.number}`,
    quantity: 1,
    unitPrice: amount,
    reference: order.number,
    orderId: order.id,
    orderLineId: null,
    chargedRatePercent: readCommonRate(order),
  },
]
