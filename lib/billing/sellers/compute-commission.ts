import { requireSafeAmount, sumAmounts } from '../../platform/money/amounts.ts'
import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { SellerTerms } from './seller-account.ts'

type Taxed = Pick<StoredOrder, 'total' | 'currency' | 'lineItems' | 'shippingLines'>

/** Returns the total without the taxes that its shop told; parts without told taxes count whole. */
const computeNet = ({ total, lineItems, shippingLines }: Taxed): number =>
  sumAmounts([
    total,
    ...[...lineItems, ...shippingLines].flatMap(({ taxes }) => (taxes ?? []).map((tax) => -tax.amount)),
  ])

/** Computes a percentage of the commission on a part of the sales of an order, which is rounded once. */
const computeShare = (
  part: number,
  order: Taxed,
  { commission }: Pick<SellerTerms, 'commission'>,
  percentOfIt: number,
): number => {
  const { total } = order
  if (!commission || total <= 0 || part <= 0) return 0
  const [rate, taken] = [toDecimal(commission.percent), toDecimal(percentOfIt)]
  const of = commission.of === 'net' ? computeNet(order) : total
  const fixed = commission.currency === order.currency ? BigInt(commission.amount) : 0n
  const hundred = 100n * 10n ** BigInt(rate.scale)
  const ofWhole = BigInt(of) * rate.digits + fixed * hundred
  return requireSafeAmount(
    divideRounded(BigInt(part) * ofWhole * taken.digits, BigInt(total) * hundred * 100n * 10n ** BigInt(taken.scale)),
  )
}

/**
 * Computes the commission on a part of the sales of an order, in minor units, at least 0. The whole order has the whole fixed
 * amount.
 */
export const computeCommission = (part: number, order: Taxed, terms: Pick<SellerTerms, 'commission'>): number =>
  computeShare(part, order, terms, 100)

/** Computes what of the commission is given back once so much of the sales was refunded. */
export const computeGivenBack = (refunded: number, order: Taxed, terms: Pick<SellerTerms, 'commission'>): number =>
  computeShare(refunded, order, terms, terms.commission?.refundedPercent ?? 0)
