import type { StoredOrder } from '../../sales/orders/order.ts'
import { computeCommission, computeGivenBack } from './compute-commission.ts'
import { matchRefunds, type Refund } from './match-refunds.ts'
import { measureEarned } from './measure-earned.ts'
import type { Charged, Progress, SellerTerms, StoredSellerAccount } from './seller-account.ts'
import { takeUnearned } from './take-unearned.ts'
import { toSellerMoney, toSellerRefunds } from './to-seller-money.ts'

/** An amount that is owed to a seller for one reason. */
export interface Owed extends Charged {
  /** The reasons by which it was or will be charged, the preferred one first. */
  keys: readonly [string, ...string[]]
  kind: 'order' | 'refund' | 'ended'
  /** Name of the refund. */
  name: string
  /** Time of the refund; null if it is not known, or now. */
  at: string | null
}

/**
 * Orders refunds so that those that were charged before keep what they took, however many follow. What was kept comes first.
 */
const sortRefunds = (refunds: readonly Refund[], charged: StoredSellerAccount['charged']): Refund[] => {
  const known = Object.keys(charged)
  const place = ({ keys, amount }: Refund) => {
    if (amount < 0) return -1
    const places = keys.map((key) => known.indexOf(key)).filter((at) => at >= 0)
    return places.length ? Math.min(...places) : known.length
  }
  return refunds.toSorted((a, b) => place(a) - place(b))
}

type OwedOrder = Pick<
  StoredOrder,
  | 'status'
  | 'total'
  | 'currency'
  | 'shopCurrency'
  | 'shopTotal'
  | 'lineItems'
  | 'shippingLines'
  | 'refunds'
  | 'keptAmount'
>

/**
 * Computes what is owed to the seller of an order by now, in the money of the terms: what is earned, less what was refunded of
 * it, which is never more. All that `charged` says of the same order is contained.
 */
export const computeOwed = (
  paid: OwedOrder,
  progress: Progress,
  terms: SellerTerms,
  { charged, now, zone }: { charged: StoredSellerAccount['charged']; now: Date; zone: string },
): Owed[] => {
  const order = toSellerMoney(paid, terms)
  const isOver = order.status !== 'accepted'
  const measured = measureEarned(order, progress, terms, now, zone)
  const earned = isOver && !progress.hasLeft ? 0 : measured.earned
  const owed: Owed[] = []
  const add = (one: Omit<Owed, 'commission'>, commission: number) => owed.push({ ...one, commission: commission || 0 })
  add({ keys: ['order'], kind: 'order', name: '', at: null, sales: earned }, -computeCommission(earned, order, terms))
  let [refunded, left] = [0, earned]
  const takeBack = (wanted: number, one: Omit<Owed, 'commission' | 'sales'>): void => {
    const taken = Math.min(left, wanted)
    const before = computeGivenBack(Math.max(0, refunded), order, terms)
    refunded += taken
    left -= taken
    const givenBack = computeGivenBack(Math.max(0, refunded), order, terms) - before
    add({ ...one, sales: taken ? -taken : 0 }, givenBack)
  }
  const unearned = measured.lines.map((line) => ({ ...line }))
  const refunds = sortRefunds(matchRefunds(paid, progress.returns), charged)
  for (const refund of toSellerRefunds(refunds, paid, terms)) {
    const { keys, name, at } = refund
    takeBack(refund.amount - takeUnearned(unearned, refund), { keys, kind: 'refund', name, at })
  }
  takeBack(isOver ? left : 0, { keys: ['ended'], kind: 'ended', name: '', at: null })
  return owed
}
