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
  /** The amount that it takes off the order; below 0 if it paid back less than the pieces that the total lost. */
  amount: number
  /** The part of the amount that is for pieces, by the index of their line. */
  byLine: ReadonlyMap<number, { pieces: number; amount: number }>
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

/** Tells whether a refund that the shop tells can be that of a return whose reference it is not. */
const isAbout = (order: Refunded, refund: ShopRefund, each: Waiting): boolean => {
  const { returned, left, matched } = each
  if (returned.reference !== null && isReference(order, returned.reference)) return false
  const isWhole = listPieces(order, refund).length === 0 || !left.size
  return isWhole ? !matched.length && returned.amount === refund.amount : hasPieces(order, refund, each)
}

type Finder = (order: Refunded, refund: ShopRefund, waiting: readonly Waiting[]) => Waiting | undefined

/**
 * Ways to find the return whose refund the shop tells of, the surest first: it names it, or its pieces and amount, or its
 * amount and no pieces, or else pieces of it.
 */
const FINDERS: readonly Finder[] = [
  (_order, { externalRefundId }, waiting) => waiting.find(({ returned }) => returned.reference === externalRefundId),
  (order, refund, waiting) =>
    waiting.find((each) => each.returned.amount === refund.amount && isAbout(order, refund, each)),
  (order, refund, waiting) => {
    const about = waiting.filter((each) => isAbout(order, refund, each))
    return about.find(({ returned }) => returned.amount > 0) ?? about[0]
  },
]

const isReference = ({ refunds }: Refunded, reference: string) =>
  refunds.some(({ externalRefundId }) => externalRefundId === reference)

const sumByLine = (order: Refunded, refund: ShopRefund): Refund['byLine'] => {
  const sums = new Map<number, { pieces: number; amount: number }>()
  for (const { lineId, quantity, amount } of listPieces(order, refund)) {
    const line = toIndex(order, lineId)
    const before = sums.get(line) ?? { pieces: 0, amount: 0 }
    sums.set(line, { pieces: before.pieces + quantity, amount: before.amount + amount })
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
  // A refund that only takes pieces off the order was never for goods that came back.
  let alone = order.refunds.filter((refund) => computeLowered(refund) > 0)
  for (const find of FINDERS)
    alone = alone.filter((refund) => {
      const found = find(order, refund, waiting)
      if (!found) return true
      takePieces(order, refund, found)
      found.matched.push(refund)
      return false
    })
  const others = order.refunds.filter((refund) => computeLowered(refund) <= 0)
  return [
    ...[...others, ...alone].map(
      (refund): Refund => ({
        keys: [keyOf(refund)],
        amount: computeLowered(refund),
        byLine: sumByLine(order, refund),
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
