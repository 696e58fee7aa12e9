import { requireSafeAmount } from '../../platform/money/amounts.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { Refund } from './match-refunds.ts'
import type { SellerTerms } from './seller-account.ts'

type Sold = Pick<StoredOrder, 'total' | 'currency' | 'shopCurrency' | 'shopTotal' | 'lineItems' | 'shippingLines'>
type Terms = Pick<SellerTerms, 'currency'>

interface Rate {
  currency: string
  total: number
}

/**
 * Returns the total of an order in the money of its shop, if its seller is owed in that; undefined if as the customer paid it.
 */
const findRate = ({ total, shopCurrency, shopTotal }: Omit<Sold, 'currency'>, terms: Terms): Rate | undefined =>
  terms.currency === 'shop' && shopCurrency !== null && shopTotal !== null && total > 0
    ? { currency: shopCurrency, total: shopTotal }
    : undefined

const makeConvert = (total: number, rate: Rate) => (amount: number) =>
  requireSafeAmount(divideRounded(BigInt(amount) * BigInt(rate.total), BigInt(total)))

/** Returns the currency in which the seller of an order is owed. */
export const getSellerCurrency = (order: Sold, terms: Terms): string =>
  findRate(order, terms)?.currency ?? order.currency

/**
 * Returns an order in the money in which its seller is owed, at the rate of the total that the shop says. Its refunds stay as
 * they are.
 */
export const toSellerMoney = <O extends Sold>(order: O, terms: Terms): O => {
  const rate = findRate(order, terms)
  if (!rate) return order
  const convert = makeConvert(order.total, rate)
  const convertTaxes = (taxes: O['shippingLines'][number]['taxes']) =>
    taxes === null ? null : taxes.map((tax) => ({ ...tax, amount: convert(tax.amount) }))
  return {
    ...order,
    ...rate,
    lineItems: order.lineItems.map((line) => ({
      ...line,
      total: line.total === null ? null : convert(line.total),
      taxes: convertTaxes(line.taxes),
    })),
    shippingLines: order.shippingLines.map((line) => ({
      ...line,
      total: convert(line.total),
      taxes: convertTaxes(line.taxes),
    })),
  }
}

/**
 * Returns refunds in the money in which the seller is owed. They are converted one after another, so that those of the whole
 * order together are its total, however each of them is rounded.
 */
export const toSellerRefunds = (refunds: readonly Refund[], order: Sold, terms: Terms): readonly Refund[] => {
  const rate = findRate(order, terms)
  if (!rate) return refunds
  const convert = makeConvert(order.total, rate)
  let refunded = 0
  return refunds.map((refund) => {
    const before = convert(refunded)
    refunded += refund.amount
    const byLine = new Map([...refund.byLine].map(([line, own]) => [line, { ...own, amount: convert(own.amount) }]))
    return { ...refund, amount: convert(refunded) - before, byLine }
  })
}
