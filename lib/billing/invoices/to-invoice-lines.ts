import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces, divideDown } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import {
  type Charge,
  divideByRate,
  limitShares,
  pickSupplies,
  type RateShare,
  spreadByRate,
  subtractShares,
  sumShares,
  tellCharges,
  UNKNOWN_CHARGE,
} from '../taxes/rate-shares.ts'
import { MAX_DECIMALS } from './invoice.ts'

/** An order with more lines is billed in one line, so that no single order fills an invoice. */
const MAX_LINES_PER_ORDER = 50
const MAX_DESCRIPTION_LENGTH = 500

export type BilledOrder = Pick<
  StoredOrder,
  'id' | 'number' | 'total' | 'keptAmount' | 'lineItems' | 'shippingLines' | 'adjustment' | 'refunds'
>

/** A line that bills a part of an order. */
export type OrderBillLine = LineItemInput & Charge & { orderId: Id; orderLineId: string | null }

type OrderLine = BilledOrder['lineItems'][number]
type Priced = Pick<LineItemInput, 'quantity' | 'unitPrice'>

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

type RatedLine = LineItemInput & Charge

const describeLine = ({ name, sku }: OrderLine, number: string): string =>
  name?.trim() || sku?.trim() || `Item of order ${number}`

const cut = (description: string): string => description.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed().trim()

/** Bills a line of one rate at exactly its total. */
const billPieces = (line: OrderLine, total: number, number: string): LineItemInput[] => {
  const { quantity, unitPrice } = line
  const description = describeLine(line, number)
  if (Number.isInteger(quantity))
    return divideByPieces(quantity, total).map((part) => ({ description, ...part, reference: number }))
  if (unitPrice !== null && isMultiple(line)) return [{ description, quantity, unitPrice, reference: number }]
  return [{ description: cut(`${quantity} x ${description}`), quantity: 1, unitPrice: total, reference: number }]
}

type LineOfOrder = RatedLine & Pick<OrderBillLine, 'orderLineId'>

/**
 * Bills a line of an order at exactly its total; undefined if it has none. One with several rates has no price by the piece at
 * any of them, so the lines that bill it do not count its pieces.
 */
const billLine = (line: OrderLine, number: string): LineOfOrder[] | undefined => {
  const { id, quantity, total } = line
  if (quantity === 0) return []
  if (total === null) return undefined
  const shares = divideByRate(line)
  const [{ chargedRatePercent, lineKind } = UNKNOWN_CHARGE] = shares
  if (shares.length < 2)
    return billPieces(line, total, number).map((billed) => ({
      ...billed,
      ...{ chargedRatePercent, lineKind, orderLineId: id },
    }))
  const description = cut(`${quantity === 1 ? '' : `${quantity} x `}${describeLine(line, number)}`)
  return shares.map(({ amount, ...charge }) => ({
    ...{ description, quantity: 1, unitPrice: amount, reference: number },
    ...{ ...charge, orderLineId: null },
  }))
}

/** Bills shares of an amount that is no line of the order, one line for each rate. */
const billShares = (description: string, reference: string, shares: readonly RateShare[]): RatedLine[] =>
  sumShares(shares).map(({ amount, ...charge }) => ({
    ...{ ...charge, description: cut(description) },
    ...{ quantity: 1, unitPrice: amount, reference },
  }))

const billShipping = ({ number, shippingLines }: BilledOrder): RatedLine[] =>
  shippingLines.flatMap((line) =>
    billShares(line.name ? `Shipping: ${line.name}` : 'Shipping', number, divideByRate(line)),
  )

/** Divides what the parts of an order cost by their rates. */
const shareParts = ({ lineItems, shippingLines }: BilledOrder): RateShare[] =>
  sumShares([...lineItems, ...shippingLines].flatMap(divideByRate))

/** Bills an order in one line for each rate; what belongs to none is spread over them. */
const summarizeOrder = (order: BilledOrder): RatedLine[] => {
  const { number, total } = order
  const shares = shareParts(order)
  const rest = total - sumAmounts(shares.map(({ amount }) => amount))
  const lines = billShares(`Order ${number}`, number, [...shares, ...spreadByRate(rest, pickSupplies(shares))])
  return lines.length
    ? lines
    : [{ ...UNKNOWN_CHARGE, description: `Order ${number}`, quantity: 1, unitPrice: total, reference: number }]
}

const describeAdjustment = ({ number, shippingLines, adjustment }: BilledOrder): string => {
  if (adjustment?.reason === 'rounding') return `Rounding of order ${number}`
  return shippingLines.length
    ? `Other amounts of order ${number}`
    : `Shipping, discounts and other amounts of order ${number}`
}

const findLargest = (shares: readonly RateShare[]): RateShare[] =>
  shares.toSorted((one, other) => other.amount - one.amount).slice(0, 1)

/** A rounding is too small to be spread, so it has the rate of most of the order. */
const billAdjustment = (order: BilledOrder): RatedLine[] => {
  const { adjustment, number } = order
  if (!adjustment) return []
  const shares = pickSupplies(shareParts(order))
  const over = adjustment.reason === 'rounding' ? findLargest(shares) : shares
  return billShares(describeAdjustment(order), number, spreadByRate(adjustment.amount, over))
}

/** An order as an invoice bills it. */
interface OrderBill {
  /** Lines of the invoice by line of the order. */
  byLine: LineOfOrder[][]
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

/**
 * Returns what each refund takes off what is kept: nothing for pieces that the total no longer contains, and nothing beyond the
 * total, which the last refunds would exceed.
 */
const measureRefunds = ({ total, keptAmount, refunds }: BilledOrder): number[] => {
  const wanted = refunds.map(({ amount, lines }) =>
    lines.reduce((left, line) => (line.isRemoved ? left - line.amount : left), amount),
  )
  let excess = sumAmounts([...wanted, keptAmount, -total])
  return wanted
    .toReversed()
    .map((amount) => {
      const unpaid = Math.max(0, Math.min(amount, excess))
      excess -= unpaid
      return amount - unpaid
    })
    .toReversed()
}

/** Divides by rate what a refund says to be for pieces and for shipping; the rest is for no part. */
const shareNamed = (order: BilledOrder, { lines, shippingAmount }: BilledOrder['refunds'][number]): RateShare[] => {
  const byId = new Map(order.lineItems.map((line) => [line.id, line]))
  const ofLines = lines.flatMap(({ lineId, amount, isRemoved }) => {
    const line = lineId === null ? undefined : byId.get(lineId)
    return line?.total && !isRemoved ? spreadByRate(amount, divideByRate(line)) : []
  })
  const ofShipping = order.shippingLines.flatMap(divideByRate)
  return ofShipping.length ? [...ofLines, ...spreadByRate(shippingAmount, ofShipping)] : ofLines
}

/**
 * Bills refunds, so that the lines add up to what is kept: at the rates of the pieces and the shipping for which they are, and
 * the rest of each in proportion to what is left at each rate.
 */
const billRefunds = (order: BilledOrder, billed: readonly RatedLine[]): RatedLine[] => {
  const amounts = measureRefunds(order)
  let left = sumShares(billed.map((line) => ({ ...line, amount: multiplyPrice(line.quantity, line.unitPrice) })))
  return order.refunds.flatMap((refund, i) => {
    const refunded = amounts[i] ?? 0
    const named = limitShares(shareNamed(order, refund), left)
    const ofNamed = sumAmounts(named.map(({ amount }) => amount))
    const known = ofNamed <= refunded || refunded < 0 ? named : []
    const rest = known.length ? refunded - ofNamed : refunded
    const shares = [...known, ...spreadByRate(rest, subtractShares(left, known))]
    left = subtractShares(left, shares)
    const why = refund.reason ? `: ${refund.reason}` : ''
    const what = refunded < 0 ? 'Kept of a refund' : 'Refund'
    return billShares(`${what} of order ${order.number}${why}`, order.number, subtractShares([], shares))
  })
}

/**
 * Lists the lines that bill an order. They add up to what is kept of it, and those of each of its lines to that line's total.
 */
export const toInvoiceLines = (given: BilledOrder): OrderBillLine[] => {
  const order = tellCharges(given)
  const bill = billByLine(order)
  const lines = bill ? [...bill.byLine.flat(), ...bill.rest] : summarizeOrder(order)
  return [...lines, ...billRefunds(order, lines)].map((line) => ({ orderLineId: null, ...line, orderId: order.id }))
}

/** Lists the lines that bill what an order is worth beyond what earlier invoices have billed, one for each rate. */
export const billChange = ({ id, number }: BilledOrder, shares: readonly RateShare[]): OrderBillLine[] =>
  billShares(`Change of order ${number}`, number, shares).map((line) => ({ ...line, orderId: id, orderLineId: null }))
