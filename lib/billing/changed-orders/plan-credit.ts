import { multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { findLinesOfOrder, takePieces } from '../credit-notes/credit-order.ts'
import type { LineToCredit } from '../credit-notes/parse-credit-lines.ts'
import type { Billed } from './read-billed.ts'
import { type AmountsByTax, pickByTax, sumByTax, type TaxNames } from './tax-names.ts'

/** Credits pieces that the order no longer has, or that were refunded. */
const creditPieces = ({ lines, credited }: Billed, order: StoredOrder): LineToCredit[] => {
  const byLine = findLinesOfOrder(lines, order) ?? []
  return byLine.flatMap((own, i) => {
    const { quantity = 0, refundedQuantity = 0 } = order.lineItems[i] ?? {}
    const left = own.reduce((sum, line) => sum + line.quantity - (credited[line.id]?.quantity ?? 0), 0)
    const surplus = left - (quantity - refundedQuantity)
    return surplus > 0 ? takePieces(own, surplus, credited) : []
  })
}

/**
 * Chooses what a credit note takes off an invoice: at most what that bills of each tax. Discounts that are gone are taken back
 * with the rest, and by a further invoice if there is none.
 */
export const chooseCredit = (missing: AmountsByTax, billed: AmountsByTax): AmountsByTax => {
  const amounts = [...missing].map(([name, amount]) => {
    const most = billed.get(name) ?? 0
    return [name, amount < 0 ? Math.min(-amount, Math.max(0, most)) : Math.max(-amount, Math.min(0, most))] as const
  })
  const all = new Map(amounts.filter(([, amount]) => amount !== 0))
  return sumAmounts([...all.values()]) > 0 ? all : pickByTax(all, 1)
}

const isAll = (amounts: AmountsByTax, billed: AmountsByTax): boolean =>
  [...billed].every(([name, amount]) => (amounts.get(name) ?? 0) === amount)

/**
 * Plans the credit note that takes amounts off what an invoice bills of an order, by the names of their taxes: pieces first,
 * and the rest of each amount as a refund.
 */
export const planCredit = (
  billed: Billed,
  order: StoredOrder,
  names: TaxNames,
  amounts: AmountsByTax,
): LineToCredit[] => {
  const { lines, rests, refunds } = billed
  const own = lines.filter(({ orderId }) => orderId === order.id)
  if (!refunds.length && isAll(amounts, names.sumBilled(billed)) && rests.every(({ rest }) => rest.quantity > 0))
    return rests.map(({ line, rest }) => ({ quantity: rest.quantity, originalLineItemId: line.id }))
  const lineOf = new Map(own.map((line) => [line.id, line]))
  const pieces = creditPieces(billed, order).flatMap((credit) => {
    const line = lineOf.get(credit.originalLineItemId ?? '')
    const amount = multiplyPrice(credit.quantity, line?.unitPrice ?? 0)
    return line ? [{ credit, name: names.ofLine(line), amount }] : []
  })
  const ofPieces = sumByTax(pieces)
  const fits = (name: string) => (ofPieces.get(name) ?? 0) <= Math.max(0, amounts.get(name) ?? 0)
  const rest = [...amounts].flatMap(([name, amount]): LineToCredit[] => {
    const left = fits(name) ? sumAmounts([amount, -(ofPieces.get(name) ?? 0)]) : amount
    const at = own.find((line) => names.ofLine(line) === name)
    return left !== 0 && at
      ? [{ description: `Refund of order ${order.number}`, quantity: 1, unitPrice: left, atTaxOf: at.id }]
      : []
  })
  return [...pieces.filter(({ name }) => fits(name)).map(({ credit }) => credit), ...rest]
}
