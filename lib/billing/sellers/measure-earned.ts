import { addDays, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { requireSafeAmount, sumAmounts } from '../../platform/money/amounts.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { Progress, SellerTerms, SuppliedPieces } from './seller-account.ts'

type Earning = Pick<SellerTerms, 'earnsWhen' | 'earnsAfterDays'>
type Valued = Pick<StoredOrder, 'total' | 'lineItems'>

/** Returns when the pieces of a supply are earned: at once, or when the day that is so many days later begins. */
export const computeEarnedAt = ({ at }: SuppliedPieces, { earnsAfterDays }: Earning, zone: string): Date => {
  if (!earnsAfterDays) return new Date(at)
  const day: Day = addDays(toLocalDay(zone, new Date(at)), earnsAfterDays)
  return startOfDay(zone, day)
}

/** The pieces of one line of goods. */
export interface EarnedLine {
  orderLine: number
  quantity: number
  /** Share of the total. */
  value: number
  earned: number
  /** Pieces that left and are earned later. */
  pending: number
  /** Pieces that nobody will fulfil. */
  cancelled: number
}

const MICRO = 1_000_000
const toMicro = (quantity: number) => BigInt(Math.round(quantity * MICRO))

const addUpPieces = (supplies: readonly SuppliedPieces[], orderLine: number): number =>
  supplies.reduce((sum, { pieces }) => sum + (pieces[orderLine] ?? 0), 0)

/** Counts the pieces of a line that are earned by now, and those that left and are earned later. */
const countPieces = (
  { orderLine, quantity }: { orderLine: number; quantity: number },
  { supplies, cancelled }: Progress,
  terms: Earning,
  now: Date,
  zone: string,
): Pick<EarnedLine, 'earned' | 'pending' | 'cancelled'> => {
  const lost = Math.min(cancelled[orderLine] ?? 0, quantity)
  if (terms.earnsWhen === 'accepted') return { earned: quantity - lost, pending: 0, cancelled: lost }
  const due = supplies.filter((each) => computeEarnedAt(each, terms, zone) <= now)
  const earned = Math.min(quantity, addUpPieces(due, orderLine))
  const left = Math.min(quantity, addUpPieces(supplies, orderLine))
  return { earned, pending: left - earned, cancelled: Math.min(lost, quantity - left) }
}

/**
 * Measures what is earned of an order by now. The total follows its goods in proportion to what these cost, so that a part of
 * the shipping is earned with a part of the goods; an order without goods is earned whole, since nothing of it is sent.
 */
export const measureEarned = (
  { total, lineItems }: Valued,
  progress: Progress,
  terms: Earning,
  now: Date,
  zone: string,
): { earned: number; lines: EarnedLine[] } => {
  const goods = lineItems.flatMap(({ kind, quantity, total: own }, orderLine) =>
    kind === 'goods' && quantity > 0 ? [{ orderLine, quantity, own: Math.max(0, own ?? 0) }] : [],
  )
  const hasValues = goods.some(({ own }) => own > 0)
  const weights = goods.map(({ own, quantity }) => (hasValues ? BigInt(own) : toMicro(quantity)))
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  if (!all) return { earned: total, lines: [] }
  const shareOf = (i: number, pieces: number) => {
    const { quantity = 1 } = goods[i] ?? {}
    const part = BigInt(total) * (weights[i] ?? 0n) * toMicro(pieces)
    return requireSafeAmount(divideRounded(part, all * toMicro(quantity)))
  }
  const lines = goods.map(({ orderLine, quantity }, i): EarnedLine => {
    const counted = countPieces({ orderLine, quantity }, progress, terms, now, zone)
    return { orderLine, quantity, value: shareOf(i, quantity), ...counted }
  })
  const isWhole = lines.every(({ quantity, earned }) => quantity === earned)
  const sum = sumAmounts(lines.map(({ earned }, i) => shareOf(i, earned)))
  return { earned: isWhole ? total : Math.min(total, sum), lines }
}
