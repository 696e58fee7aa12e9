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

/** Computes the commission on a part of the sales of an order, in minor units, at least 0. The whole order has the whole fixed amount. */
export const computeCommission = (
  part: number,
  order: Taxed,
  { commission }: Pick<SellerTerms, 'commission'>,
): number => {
  const { total } = order
  if (!commission || total <= 0 || part <= 0) return 0
  const { digits, scale } = toDecimal(commission.percent)
  const of = commission.of === 'net' ? computeNet(order) : total
  const share = divideRounded(BigInt(part) * BigInt(of) * digits, BigInt(total) * 100n * 10n ** BigInt(scale))
  const fixed = commission.currency === order.currency ? BigInt(commission.amount) : 0n
  return requireSafeAmount(share + divideRounded(fixed * BigInt(part), BigInt(total)))
}

/** Computes what of the commission is given back once so much of the sales was refunded. */
export const computeGivenBack = (refunded: number, order: Taxed, terms: Pick<SellerTerms, 'commission'>): number => {
  const { digits, scale } = toDecimal(terms.commission?.refundedPercent ?? 0)
  const taken = BigInt(computeCommission(refunded, order, terms))
  return requireSafeAmount(divideRounded(taken * digits, 100n * 10n ** BigInt(scale)))
}
