import type { Order, OrderRow } from '../../../schemas/sales/order.ts'
import { computeUnitPrice } from '../../connectors/reading.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { AmountTooLarge, multiplyPrice } from '../../platform/money/amounts.ts'
import { addLostDisputes, findPaymentMistakes, readDisputes, readPayment } from './read-payment.ts'
import { trimText } from './trim-text.ts'

type Row<K extends keyof OrderRow> = NonNullable<OrderRow[K]>
type LineRow = Row<'lineItems'>[number]

/** A line as one version of an order has it. */
export type LineAsRead = Omit<
  Order['lineItems'][number],
  'id' | 'orderedQuantity' | 'cancelledQuantity' | 'removedAfterLeavingQuantity'
> & {
  /** Null if the version does not tell it. */
  orderedQuantity: number | null
}

type RefundLine = Order['refunds'][number]['lines'][number]

/** A refund as one version of an order has it. */
export type RefundAsRead = Omit<Order['refunds'][number], 'lines'> & {
  lines: (Omit<RefundLine, 'lineId'> & { externalLineId: string | null })[]
}

/** The parts of an order as one version has them. */
export interface PartsAsRead
  extends Pick<
    Order,
    | 'pricesIncludeTax'
    | 'shopCurrency'
    | 'shopTotal'
    | 'shippingLines'
    | 'discounts'
    | 'paymentStatus'
    | 'payment'
    | 'disputes'
  > {
  lineItems: LineAsRead[]
  refunds: RefundAsRead[]
}

/** Reads the price and the total of a line, each of which follows from the other; a total that is too large is unknown. */
const readPrice = ({ quantity, unitPrice = null, total = null }: LineRow) => {
  if (total !== null) return { unitPrice: unitPrice ?? computeUnitPrice(total, quantity), total }
  try {
    return { unitPrice, total: unitPrice === null ? null : multiplyPrice(quantity, unitPrice) }
  } catch (error) {
    if (error instanceof AmountTooLarge) return { unitPrice, total }
    throw error
  }
}

const readTaxes = (taxes: LineRow['taxes']): LineAsRead['taxes'] =>
  taxes?.map(({ name, ratePercent = null, amount }) => ({ name: trimText(name), ratePercent, amount })) ?? null

const readLine = (line: LineRow): LineAsRead => ({
  externalLineId: trimText(line.externalLineId),
  kind: line.kind ?? 'goods',
  externalVariantId: trimText(line.externalVariantId),
  sku: cleanText(line.sku ?? '') || null,
  name: trimText(line.name),
  quantity: line.quantity,
  orderedQuantity: line.orderedQuantity ?? null,
  refundedQuantity: line.refundedQuantity ?? 0,
  fulfilledElsewhereQuantity: 0,
  onHoldQuantity: 0,
  ...readPrice(line),
  discountAmount: line.discountAmount ?? 0,
  taxes: readTaxes(line.taxes),
  bundleId: trimText(line.bundleId),
})

const readShippingLine = (line: Row<'shippingLines'>[number]): Order['shippingLines'][number] => ({
  externalLineId: trimText(line.externalLineId),
  code: trimText(line.code),
  name: trimText(line.name),
  total: line.total,
  discountAmount: line.discountAmount ?? 0,
  taxes: readTaxes(line.taxes),
})

const readRefund = (refund: Row<'refunds'>[number]): RefundAsRead => ({
  externalRefundId: refund.externalRefundId,
  refundedAt: refund.refundedAt ? new Date(refund.refundedAt).toISOString() : null,
  amount: refund.amount,
  isMoneyMoved: refund.isMoneyMoved ?? true,
  cause: 'refund',
  reason: trimText(refund.reason),
  shippingAmount: refund.shippingAmount ?? 0,
  lines: (refund.lines ?? []).map(({ externalLineId, quantity, amount, isRemoved }) => ({
    externalLineId: trimText(externalLineId),
    quantity,
    amount,
    isRemoved: isRemoved ?? false,
  })),
})

export const readParts = (row: OrderRow): PartsAsRead => ({
  pricesIncludeTax: row.pricesIncludeTax ?? null,
  shopCurrency: row.shopCurrency ?? null,
  shopTotal: row.shopTotal ?? null,
  lineItems: (row.lineItems ?? []).map(readLine),
  shippingLines: (row.shippingLines ?? []).map(readShippingLine),
  discounts: (row.discounts ?? []).map(({ code, name, amount }) => ({
    code: trimText(code),
    name: trimText(name),
    amount,
  })),
  paymentStatus: row.paymentStatus ?? 'unknown',
  payment: readPayment(row),
  disputes: readDisputes(row),
  refunds: addLostDisputes(row, (row.refunds ?? []).map(readRefund)),
})

/** Explains a total that cannot be that of its line: discounts lower it, and only the rounding of the price raises it. */
const explainTotal = ({ quantity, unitPrice, total }: LineRow): string | undefined => {
  if (total == null) return undefined
  if (quantity === 0) return total === 0 ? undefined : 'must be 0, because the quantity is 0'
  if (unitPrice == null) return undefined
  const isOpposite = total !== 0 && unitPrice !== 0 && total < 0 !== unitPrice < 0
  const most = Math.abs(unitPrice) * quantity + Math.ceil(quantity / 2)
  return isOpposite || Math.abs(total) > most ? 'must not be above unitPrice times quantity' : undefined
}

const explainQuantities = ({ quantity, orderedQuantity, refundedQuantity, fulfilledQuantity }: LineRow): string[] => [
  ...(orderedQuantity != null && orderedQuantity < quantity ? ['orderedQuantity must not be below quantity'] : []),
  ...(refundedQuantity != null && refundedQuantity > quantity ? ['refundedQuantity must not be above quantity'] : []),
  ...(fulfilledQuantity != null && fulfilledQuantity > quantity
    ? ['fulfilledQuantity must not be above quantity']
    : []),
]

const explainTaxes = ({ total, taxes }: { total?: number | null; taxes?: LineRow['taxes'] }): string[] => {
  if (total == null || !taxes) return []
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
  return Math.abs(tax) > Math.abs(total) ? ['taxes must not be above total, which contains them'] : []
}

const explainRefund = ({ amount, shippingAmount, lines, refundedAt }: Row<'refunds'>[number]): string[] => {
  const named = (shippingAmount ?? 0) + (lines ?? []).reduce((sum, line) => sum + (line.isRemoved ? 0 : line.amount), 0)
  return [
    ...(named > amount ? ['amount must not be below the amounts of its parts'] : []),
    ...(refundedAt && Number.isNaN(Date.parse(refundedAt)) ? ['refundedAt must be an existing date and time'] : []),
  ]
}

/** Lists what contradicts itself in the parts of a row; `at` is where the row is, with a dot after it if it is in anything. */
export const findPartMistakes = (row: OrderRow, at: string): string[] => {
  const lines = (row.lineItems ?? []).flatMap((line, i) => {
    const total = explainTotal(line)
    const mistakes = [...(total ? [`total ${total}`] : []), ...explainQuantities(line), ...explainTaxes(line)]
    return mistakes.map((each) => `${at}lineItems[${i}].${each}`)
  })
  const shipping = (row.shippingLines ?? []).flatMap((line, i) =>
    explainTaxes(line).map((each) => `${at}shippingLines[${i}].${each}`),
  )
  const refunds = (row.refunds ?? []).flatMap((refund, i) =>
    explainRefund(refund).map((each) => `${at}refunds[${i}].${each}`),
  )
  const isHalf = (row.shopCurrency == null) !== (row.shopTotal == null)
  return [
    ...lines,
    ...shipping,
    ...refunds,
    ...findPaymentMistakes(row, at),
    ...(isHalf ? [`${at}shopTotal and shopCurrency must be given together`] : []),
  ]
}

/** Tells whether all amounts of an order together exceed what a number represents exactly, so that no sum of them ever does. */
export const isTooLarge = (total: number, { lineItems, shippingLines, refunds }: PartsAsRead): boolean => {
  const parts = [...lineItems, ...shippingLines]
  const amounts = [
    total,
    ...parts.flatMap((part) => [part.total ?? 0, part.discountAmount, ...(part.taxes ?? []).map((tax) => tax.amount)]),
    ...refunds.flatMap(({ amount, lines }) => [amount, ...lines.map((line) => line.amount)]),
  ]
  return amounts.reduce((sum, amount) => sum + BigInt(Math.abs(amount)), 0n) > BigInt(Number.MAX_SAFE_INTEGER)
}
