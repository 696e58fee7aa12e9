import type { CreditLineInput } from '../../../schemas/billing/credit-note.ts'
import type { LineItem } from '../../../schemas/billing/invoice.ts'
import { multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { findLinesOfOrder, takePieces } from '../credit-notes/credit-order.ts'
import { type CreditedByLine, subtractCredited } from '../credited.ts'

/** An invoice bills these lines, of which credit notes took off a part. */
export interface Billed {
  lines: readonly LineItem[]
  credited: CreditedByLine
  /** What credit notes that followed the order have credited without naming a line of the invoice. */
  refunded: number
}

const readRests = ({ lines, credited }: Pick<Billed, 'lines' | 'credited'>, orderId: string) =>
  lines
    .filter((line) => line.orderId === orderId)
    .map((line) => ({ line, rest: subtractCredited(line, credited[line.id]) }))

/** Returns what an invoice bills of an order, with tax, less what credit notes take off. */
export const sumBilled = (billed: Billed, orderId: string): number =>
  sumAmounts([-billed.refunded, ...readRests(billed, orderId).flatMap(({ rest }) => [rest.amount, rest.taxAmount])])

/** Credits pieces that the order no longer has, or that were refunded. */
const creditPieces = ({ lines, credited }: Billed, order: StoredOrder): CreditLineInput[] => {
  const byLine = findLinesOfOrder(lines, order) ?? []
  return byLine.flatMap((own, i) => {
    const { quantity = 0, refundedQuantity = 0 } = order.lineItems[i] ?? {}
    const left = own.reduce((sum, line) => sum + line.quantity - (credited[line.id]?.quantity ?? 0), 0)
    const surplus = left - (quantity - refundedQuantity)
    return surplus > 0 ? takePieces(own, surplus, credited) : []
  })
}

const hasOneTax = (lines: readonly LineItem[]): boolean =>
  new Set(lines.map(({ taxRatePercent, taxKind, taxCountry }) => `${taxKind} ${taxRatePercent} ${taxCountry}`)).size ===
  1

/**
 * Plans the credit note that takes `amount` off what an invoice bills of an order: pieces first, and the rest as a refund.
 * Returns undefined if people have to decide which lines it comes off, since they have different taxes.
 */
export const planCredit = (billed: Billed, order: StoredOrder, amount: number): CreditLineInput[] | undefined => {
  const rests = readRests(billed, order.id)
  if (!billed.refunded && amount === sumBilled(billed, order.id) && rests.every(({ rest }) => rest.quantity > 0))
    return rests.map(({ line, rest }) => ({ quantity: rest.quantity, originalLineItemId: line.id }))
  const pieces = creditPieces(billed, order)
  const priceOf = new Map(billed.lines.map(({ id, unitPrice }) => [id, unitPrice]))
  const ofPieces = sumAmounts(
    pieces.map(({ quantity, originalLineItemId: id }) => multiplyPrice(quantity, priceOf.get(id ?? '') ?? 0)),
  )
  const [lines, left] = ofPieces <= amount ? [pieces, amount - ofPieces] : [[], amount]
  if (!left) return lines
  if (!hasOneTax(billed.lines)) return undefined
  return [...lines, { description: `Refund of order ${order.number}`, quantity: 1, unitPrice: left }]
}
