import { addDays, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { requireSafeAmount } from '../../platform/money/amounts.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { Progress, SellerTerms, Supply } from './seller-account.ts'

type Earning = Pick<SellerTerms, 'earnsWhen' | 'earnsAfterDays'>
type Valued = Pick<StoredOrder, 'total' | 'lineItems'>

/** Returns when the pieces of a supply are earned: at once, or when the day that is so many days later begins. */
export const computeEarnedAt = ({ at }: Supply, { earnsAfterDays }: Earning, zone: string): Date => {
  if (!earnsAfterDays) return new Date(at)
  const day: Day = addDays(toLocalDay(zone, new Date(at)), earnsAfterDays)
  return startOfDay(zone, day)
}

/** Money of one line of goods, in shares of the total of the order. */
export interface EarnedLine {
  orderLine: number
  /** Share of the total. */
  value: number
  earned: number
  /** Of what is not earned, the share of pieces that nobody will fulfil. */
  cancelled: number
  quantity: number
}

const MICRO = 1_000_000
const toMicro = (quantity: number) => BigInt(Math.round(quantity * MICRO))

/** Adds up the pieces of a line that are earned by now. */
const countEarned = (
  orderLine: number,
  quantity: number,
  { supplies, cancelled }: Progress,
  { earnsWhen, earnsAfterDays }: Earning,
  now: Date,
  zone: string,
): number => {
  if (earnsWhen === 'accepted') return Math.max(0, quantity - (cancelled[orderLine] ?? 0))
  const earned = supplies.filter((each) => computeEarnedAt(each, { earnsWhen, earnsAfterDays }, zone) <= now)
  return Math.min(
    quantity,
    earned.reduce((sum, { pieces }) => sum + (pieces[orderLine] ?? 0), 0),
  )
}

/**
 * Measures what is earned of an order by now. The total follows its goods in proportion to what these cost, so that a part of the
 * shipping is earned with a part of the goods; an order without goods is earned whole, since nothing of it is sent.
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
  const lines = goods.map(({ orderLine, quantity }, i): EarnedLine => {
    const share = (pieces: number) =>
      requireSafeAmount(divideRounded(BigInt(total) * (weights[i] ?? 0n) * toMicro(pieces), all * toMicro(quantity)))
    const pieces = countEarned(orderLine, quantity, progress, terms, now, zone)
    const cancelled = Math.min(progress.cancelled[orderLine] ?? 0, quantity - pieces)
    return { orderLine, quantity, value: share(quantity), earned: share(pieces), cancelled: share(cancelled) }
  })
  const isWhole = lines.every(({ value, earned }) => value === earned)
  const sum = lines.reduce((amount, { earned }) => amount + earned, 0)
  return { earned: isWhole ? total : Math.min(total, sum), lines }
}
