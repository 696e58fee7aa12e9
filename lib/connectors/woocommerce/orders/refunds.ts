import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { fitRefund } from '../../order-parts/fit-refund.ts'
import { takeParts } from '../../order-parts/split-amount.ts'
import { parseObject, readInstant, readText } from '../../reading.ts'
import { countFulfilled } from './fulfilments.ts'
import { GIFT_CARD, type GiftCards, isOfGiftCard } from './gift-cards.ts'
import { type ReadAmount, readRefundedId, type WooLine } from './lines.ts'

type RefundRow = NonNullable<OrderRow['refunds']>[number]

const Part = Type.Object({ total: Type.String(), total_tax: Type.Optional(Type.String()) })

/** A refund as the list of an order's refunds has it; the order itself has only its id, reason and total. */
export const Refund = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  amount: Type.Optional(Type.String()),
  total: Type.Optional(Type.String()),
  line_items: Type.Optional(Type.Array(Type.Object({ ...Part.properties, quantity: Type.Number() }))),
  shipping_lines: Type.Optional(Type.Array(Part)),
  fee_lines: Type.Optional(Type.Array(Part)),
})
type Refund = Static<typeof Refund>

const readSize = ({ total, total_tax }: Static<typeof Part>, read: ReadAmount): number =>
  Math.abs(sumAmounts([read(total, 'refunds.total'), read(total_tax, 'refunds.total_tax')]))

/** Pieces of a line, or an amount without pieces, that a refund gives back. */
interface Refunded {
  refund: Refund
  line: string
  quantity: number
  /** What staff refunded for it. */
  amount: number
  isRemoved: boolean
}

const readTime = (refund: Refund) => readInstant(parseObject(refund).date_created_gmt) ?? ''

const sortByTime = (refunds: readonly Refund[]) =>
  refunds.toSorted((a, b) => readTime(a).localeCompare(readTime(b)) || a.id - b.id)

/**
 * Tells whether the order was completed when this was refunded. The shop does not say whether refunded pieces had left; those
 * of an order that is completed had.
 */
const wasCompleted = (refund: Refund, order: Record<string, unknown>): boolean => {
  const completed = readInstant(order.date_completed_gmt)
  return completed === null ? order.status === 'completed' : readTime(refund) >= completed
}

/** Splits the refunded pieces of a line into those that never left, of which there are `removed`, and the others. */
const splitRefunded = (refunded: Omit<Refunded, 'isRemoved'>, removed: number): Refunded[] => {
  const { quantity, amount } = refunded
  const returned = quantity - removed
  if (!removed || !returned) return [{ ...refunded, isRemoved: removed > 0 }]
  const [of = 0, other = 0] = takeParts(amount, [removed, returned], quantity)
  return [
    { ...refunded, quantity: removed, amount: of, isRemoved: true },
    { ...refunded, quantity: returned, amount: other, isRemoved: false },
  ]
}

/** Lists what was refunded of each line. Pieces that had left by the shop's fulfilments are refunded last. */
export const listRefunded = (
  lines: readonly WooLine[],
  refunds: readonly Refund[],
  order: Record<string, unknown>,
  giftCards: GiftCards,
  read: ReadAmount,
): Refunded[] => {
  const bought = new Map(lines.map(({ row }) => [row.externalLineId, row.quantity]))
  const open = new Map(bought)
  const removed = new Map<string, number>()
  return sortByTime(refunds).flatMap((refund) => {
    const isCompleted = wasCompleted(refund, order)
    const left = countFulfilled(order, readText(parseObject(refund).date_created))
    return [
      ...(refund.line_items ?? []).flatMap((item): Refunded[] => {
        const line = readRefundedId(item) ?? ''
        const quantity = Math.min(Math.abs(item.quantity), open.get(line) ?? 0)
        open.set(line, (open.get(line) ?? 0) - quantity)
        const amount = readSize(item, read)
        if (!quantity && !amount) return []
        const before = removed.get(line) ?? 0
        const unsent = Math.max(0, (bought.get(line) ?? 0) - before - (left.get(line) ?? 0))
        const taken = isCompleted ? 0 : Math.min(quantity, unsent)
        removed.set(line, before + taken)
        return splitRefunded({ refund, line, quantity, amount }, taken)
      }),
      ...(refund.fee_lines ?? [])
        .filter((fee) => !isOfGiftCard(fee, giftCards))
        .map((fee) => ({
          ...{ refund, line: readRefundedId(fee) ?? '', quantity: 0 },
          ...{ amount: readSize(fee, read), isRemoved: false },
        })),
    ]
  })
}

export const countRefunded = (refunded: readonly Refunded[], line: string | null, isRemoved: boolean): number =>
  refunded.reduce((sum, each) => sum + (each.line === line && each.isRemoved === isRemoved ? each.quantity : 0), 0)

export const readRefundAmount = ({ amount, total }: Refund, read: ReadAmount): number =>
  Math.abs(read(amount ?? total, 'refunds.amount'))

/** The amount that a refund gives back to gift cards, which the shop takes off its own. */
const readGivenToCards = ({ fee_lines = [] }: Refund, giftCards: GiftCards, read: ReadAmount): number =>
  sumAmounts(fee_lines.filter((fee) => isOfGiftCard(fee, giftCards)).map((fee) => readSize(fee, read)))

const MAX_REFUNDS = 100

interface Building {
  /** What the removed pieces of each line cost. */
  removedTotals: ReadonlyMap<string | null, number>
  giftCards: GiftCards
  /** True if the shop calls everything refunded. Extensions give gift cards their amount back then, and note it nowhere. */
  isRefunded: boolean
  read: ReadAmount
}

/** Builds the refunds of an order, those to gift cards included. */
export const buildRefunds = (
  refunds: readonly Refund[],
  refunded: readonly Refunded[],
  { removedTotals, giftCards, isRefunded, read }: Building,
): RefundRow[] => {
  const costs = new Map(
    [...removedTotals].flatMap(([line, total]) => {
      const own = refunded.filter((each) => each.line === line && each.isRemoved)
      const pieces = own.map(({ quantity }) => quantity)
      const parts = takeParts(
        total,
        pieces,
        pieces.reduce((sum, quantity) => sum + quantity, 0),
      )
      return own.map((each, i) => [each, Math.max(0, parts[i] ?? 0)] as const)
    }),
  )
  const toCards = new Map(refunds.map((refund) => [refund, readGivenToCards(refund, giftCards, read)]))
  const left = isRefunded ? sumAmounts([giftCards.amount, ...[...toCards.values()].map((amount) => -amount)]) : 0
  const rows = sortByTime(refunds)
    .slice(-MAX_REFUNDS)
    .map((refund) => {
      const { reason, refunded_payment } = parseObject(refund)
      const shipping = (refund.shipping_lines ?? []).map((line) => readSize(line, read))
      return fitRefund({
        externalRefundId: String(refund.id),
        refundedAt: readTime(refund) || null,
        amount: sumAmounts([readRefundAmount(refund, read), toCards.get(refund) ?? 0]),
        // The shop has moved no money of a refund that staff pays by hand.
        isMoneyMoved: refunded_payment !== false,
        reason: readText(reason, 500),
        shippingAmount: sumAmounts(shipping),
        lines: refunded
          .filter((each) => each.refund === refund)
          .map((each) => ({
            externalLineId: each.line || null,
            quantity: each.quantity,
            amount: costs.get(each) ?? each.amount,
            isRemoved: each.isRemoved,
          })),
      })
    })
  return left > 0 ? [...rows, { externalRefundId: GIFT_CARD, amount: left }] : rows
}
