import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { fitRefund } from '../../order-parts/fit-refund.ts'
import { takeParts } from '../../order-parts/split-amount.ts'
import { Quantity, readInstant, readText } from '../../reading.ts'
import type { ShopifyLine, Sold } from './lines.ts'
import { Money, maybe, type ReadAmount, readId } from './money.ts'

type RefundRow = NonNullable<OrderRow['refunds']>[number]

const nodes = <S extends Type.TSchema>(schema: S) => Type.Object({ nodes: Type.Array(schema) })

const OfLine = Type.Object({ id: Type.String() })

export const Refund = Type.Object({
  id: Type.String({ pattern: '^gid://shopify/Refund/\\d{1,20}$' }),
  createdAt: maybe(Type.String()),
  processedAt: maybe(Type.String()),
  note: maybe(Type.String()),
  duties: maybe(Type.Array(Type.Object({ amountSet: Money }))),
  refundLineItems: nodes(Type.Object({ quantity: Quantity, restockType: Type.String(), lineItem: OfLine })),
  refundShippingLines: nodes(Type.Object({ subtotalAmountSet: Money, taxAmountSet: Money })),
  transactions: nodes(Type.Object({ kind: Type.String(), status: Type.String(), amountSet: Money })),
})
type Refund = Static<typeof Refund>

export const Fulfillment = Type.Object({
  status: Type.String(),
  fulfillmentLineItems: nodes(Type.Object({ quantity: maybe(Quantity), lineItem: OfLine })),
})

const ENDED = ['CANCELLED', 'ERROR', 'FAILURE']

/** Counts by line what the shop has sent. */
const countSent = (fulfillments: readonly Static<typeof Fulfillment>[]): Map<string, number> => {
  const sent = new Map<string, number>()
  for (const { status, fulfillmentLineItems } of fulfillments)
    for (const { quantity, lineItem } of ENDED.includes(status) ? [] : fulfillmentLineItems.nodes) {
      const id = readId(lineItem.id) ?? ''
      sent.set(id, (sent.get(id) ?? 0) + (quantity ?? 0))
    }
  return sent
}

/** Pieces of a line that a refund takes back. */
interface Refunded {
  refund: Refund
  line: string
  quantity: number
  isRemoved: boolean
}

const sortByTime = (refunds: readonly Refund[]) =>
  refunds.toSorted((a, b) => (readInstant(a.createdAt) ?? '').localeCompare(readInstant(b.createdAt) ?? ''))

/**
 * Tells of the refunded pieces whether they had left. The shop says so of those that were restocked; of the others as many had
 * left as it has sent beyond those that the customer keeps and those that came back.
 */
export const listRefunded = (
  lines: readonly ShopifyLine[],
  refunds: readonly Refund[],
  fulfillments: readonly Static<typeof Fulfillment>[],
): Refunded[] => {
  const all = sortByTime(refunds).flatMap((refund) =>
    refund.refundLineItems.nodes.map(({ lineItem, ...item }) => ({ refund, line: readId(lineItem.id) ?? '', ...item })),
  )
  const sent = countSent(fulfillments)
  const left = new Map(
    lines.map(({ id, current, unfulfilled }) => {
      const back = all.filter(({ line, restockType }) => line === id && restockType === 'RETURN')
      const known = current - unfulfilled + back.reduce((sum, { quantity }) => sum + quantity, 0)
      return [id, Math.max(0, (sent.get(id ?? '') ?? 0) - known)]
    }),
  )
  const most = new Map(lines.map(({ id, ordered, current }) => [id, ordered - current]))
  return all.flatMap(({ refund, line, quantity: given, restockType }): Refunded[] => {
    const quantity = Math.min(given, most.get(line) ?? 0)
    most.set(line, (most.get(line) ?? 0) - quantity)
    const unclear = restockType === 'RETURN' || restockType === 'CANCEL' ? 0 : Math.min(quantity, left.get(line) ?? 0)
    left.set(line, (left.get(line) ?? 0) - unclear)
    const returned = restockType === 'RETURN' ? quantity : unclear
    const parts = [
      { isRemoved: false, quantity: returned },
      { isRemoved: true, quantity: quantity - returned },
    ]
    return parts.flatMap((part) => (part.quantity > 0 ? { refund, line, ...part } : []))
  })
}

export const countReturned = (refunded: readonly Refunded[], line: string | null): number =>
  refunded.reduce((sum, each) => sum + (each.line === line && !each.isRemoved ? each.quantity : 0), 0)

/** Returns what the refunded pieces of each entry cost, which together is what the line lost or got back. */
const priceRefunded = (
  refunded: readonly Refunded[],
  lines: readonly ShopifyLine[],
  solds: readonly Sold[],
  currents: readonly { total: number }[],
): Map<Refunded, number> => {
  const priced = lines.flatMap((line, i) => {
    const [sold, current] = [solds[i], currents[i]]
    if (!sold || !current) return []
    return [true, false].flatMap((isRemoved) => {
      const own = refunded.filter((each) => each.line === line.id && each.isRemoved === isRemoved)
      const amount = isRemoved ? line.total - sold.total : sold.total - current.total
      const of = isRemoved ? line.ordered - sold.quantity : sold.returned
      const parts = takeParts(
        amount,
        own.map(({ quantity }) => quantity),
        of,
      )
      return own.map((each, at) => [each, Math.max(0, parts[at] ?? 0)] as const)
    })
  })
  return new Map(priced)
}

const readTransactions = ({ transactions }: Refund, read: ReadAmount) => {
  const moves = transactions.nodes.filter(({ kind, status }) => kind === 'REFUND' && !ENDED.includes(status))
  return {
    amount: Math.max(0, sumAmounts(moves.map(({ amountSet }) => read(amountSet, 'transactions.amountSet')))),
    isMoneyMoved: moves.every(({ status }) => status === 'SUCCESS'),
    isNone: moves.length === 0,
  }
}

export const sumDuties = ({ duties }: Refund, read: ReadAmount): number =>
  sumAmounts((duties ?? []).map(({ amountSet }) => read(amountSet, 'duties.amountSet')))

const MAX_REFUNDS = 100

/** What the order costs, and what was received for it. */
interface Payment {
  total: number
  received: number
}

/**
 * Adds to refunds what they pay back of pieces that an edit removed from a paid order. The shop names none of these in a
 * refund: it is what the refunds give beyond their parts, as far as more was received than everything costs that was not edited
 * away.
 */
const addEdited = (
  refunds: readonly (RefundRow & { dutiesAmount: number })[],
  { total, received }: Payment,
): RefundRow[] => {
  const linesOf = ({ lines }: RefundRow) => lines ?? []
  const removed = refunds.flatMap(linesOf).map((line) => (line.isRemoved ? line.amount : 0))
  let overpaid = Math.max(0, sumAmounts([received, -total, ...removed.map((amount) => -amount)]))
  return refunds.map(({ dutiesAmount, ...refund }) => {
    const named = [...linesOf(refund).map((line) => line.amount), refund.shippingAmount ?? 0, dutiesAmount]
    const amount = Math.min(overpaid, Math.max(0, sumAmounts([refund.amount, ...named.map((part) => -part)])))
    overpaid -= amount
    const edited = { externalLineId: null, quantity: 0, amount, isRemoved: true }
    return amount ? { ...refund, lines: [...linesOf(refund), edited] } : refund
  })
}

/** Builds the refunds of an order. One without a transaction gives no money back, as an edit that removes pieces. */
export const buildRefunds = (
  refunds: readonly Refund[],
  refunded: readonly Refunded[],
  { lines, solds, currents }: { lines: ShopifyLine[]; solds: Sold[]; currents: { total: number }[] },
  { taxesIncluded, read, ...payment }: { taxesIncluded: boolean; read: ReadAmount } & Payment,
): RefundRow[] => {
  const prices = priceRefunded(refunded, lines, solds, currents)
  const rows = sortByTime(refunds)
    .slice(-MAX_REFUNDS)
    .map((refund) => {
      const { amount, isMoneyMoved, isNone } = readTransactions(refund, read)
      const shipping = refund.refundShippingLines.nodes.flatMap(({ subtotalAmountSet, taxAmountSet }) => [
        read(subtotalAmountSet, 'refundShippingLines.subtotalAmountSet'),
        taxesIncluded ? 0 : read(taxAmountSet, 'refundShippingLines.taxAmountSet'),
      ])
      const row = fitRefund({
        externalRefundId: readId(refund.id) ?? '',
        refundedAt: readInstant(refund.processedAt) ?? readInstant(refund.createdAt),
        amount,
        isMoneyMoved,
        reason: readText(refund.note, 500),
        shippingAmount: Math.max(0, sumAmounts(shipping)),
        lines: refunded
          .filter((each) => each.refund === refund)
          .map((each) => ({
            externalLineId: each.line,
            quantity: each.quantity,
            amount: isNone ? 0 : (prices.get(each) ?? 0),
            isRemoved: each.isRemoved,
          })),
      })
      return { ...row, dutiesAmount: sumDuties(refund, read) }
    })
  return addEdited(rows, payment)
}
