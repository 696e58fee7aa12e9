import type { Order } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { ReturnRefund } from './seller-account.ts'

type ShopRefund = Order['refunds'][number]
type Refunded = Pick<StoredOrder, 'lineItems' | 'refunds'>

/** Money that the customer got back once, whoever told it. */
export interface Refund {
  /** The reasons by which it may have been charged, the preferred one first. */
  keys: readonly [string, ...string[]]
  /** What it lowers; below 0 if it paid back less than the pieces that the total lost. */
  amount: number
  /** Of the amount, what is for pieces of lines, by the index of the line. */
  byLine: ReadonlyMap<number, number>
  /** The pieces of a return; undefined if the shop alone knows of the refund. */
  returned: ReturnRefund | undefined
  name: string
  at: string | null
}

const toIndex = ({ lineItems }: Refunded, lineId: string | null) => lineItems.findIndex(({ id }) => id === lineId)

/** Lists the pieces of a refund that its order still contains, by the index of their line. */
const listPieces = (order: Refunded, { lines }: ShopRefund) =>
  lines.filter(({ isRemoved, lineId }) => !isRemoved && lineId !== null && toIndex(order, lineId) >= 0)

/** Returns what a refund lowers of what is kept: not what it paid back for pieces that the total has lost. */
const computeLowered = ({ amount, lines }: ShopRefund): number =>
  sumAmounts([amount, ...lines.map((line) => (line.isRemoved ? -line.amount : 0))])

/** A return, with the pieces that refunds of the shop have not taken yet. */
interface Waiting {
  returned: ReturnRefund
  left: Map<number, number>
  matched: ShopRefund[]
}

const hasPieces = (order: Refunded, refund: ShopRefund, { left }: Waiting): boolean =>
  listPieces(order, refund).some(({ lineId }) => (left.get(toIndex(order, lineId)) ?? 0) > 0)

const takePieces = (order: Refunded, refund: ShopRefund, { left }: Waiting): void => {
  for (const { lineId, quantity } of listPieces(order, refund)) {
    const line = toIndex(order, lineId)
    left.set(line, Math.max(0, (left.get(line) ?? 0) - quantity))
  }
}

/**
 * Finds the return whose refund the shop tells of: the one that names it, or else whose pieces it names, or else the one with
 * its amount if it names no pieces.
 */
const findReturn = (order: Refunded, refund: ShopRefund, waiting: readonly Waiting[]): Waiting | undefined => {
  const named = waiting.find(({ returned }) => returned.reference === refund.externalRefundId)
  if (named) return named
  const open = waiting.filter(({ returned }) => returned.reference === null || !isReference(order, returned.reference))
  const isWhole = listPieces(order, refund).length === 0
  return open.find((each) =>
    isWhole || !each.left.size
      ? !each.matched.length && each.returned.amount === refund.amount
      : hasPieces(order, refund, each),
  )
}

const isReference = ({ refunds }: Refunded, reference: string) =>
  refunds.some(({ externalRefundId }) => externalRefundId === reference)

const sumByLine = (order: Refunded, refunds: readonly ShopRefund[]): Map<number, number> => {
  const sums = new Map<number, number>()
  for (const refund of refunds)
    for (const { lineId, amount } of listPieces(order, refund)) {
      const line = toIndex(order, lineId)
      sums.set(line, (sums.get(line) ?? 0) + amount)
    }
  return sums
}

const keyOf = ({ externalRefundId }: ShopRefund) => `refund:${externalRefundId}`

/** Matches the refunds that a shop tells with those of returns, so that money that was refunded once counts once. */
export const matchRefunds = (order: Refunded, returns: readonly ReturnRefund[]): Refund[] => {
  const waiting = returns.map(
    (returned): Waiting => ({
      returned,
      left: new Map(Object.entries(returned.pieces).map(([line, quantity]) => [Number(line), quantity])),
      matched: [],
    }),
  )
  const alone = order.refunds.filter((refund) => {
    // A refund that only takes pieces off the order was never for goods that came back.
    const found = computeLowered(refund) > 0 ? findReturn(order, refund, waiting) : undefined
    if (!found) return true
    takePieces(order, refund, found)
    found.matched.push(refund)
    return false
  })
  return [
    ...alone.map(
      (refund): Refund => ({
        keys: [keyOf(refund)],
        amount: computeLowered(refund),
        byLine: sumByLine(order, [refund]),
        returned: undefined,
        name: refund.externalRefundId,
        at: refund.refundedAt,
      }),
    ),
    ...waiting.map(
      ({ returned, matched }): Refund => ({
        keys: [`return:${returned.returnId}`, ...matched.map(keyOf)],
        amount: Math.max(returned.amount, sumAmounts(matched.map(computeLowered))),
        byLine: new Map(),
        returned,
        name: returned.returnNumber,
        at: returned.refundedAt,
      }),
    ),
  ]
}
