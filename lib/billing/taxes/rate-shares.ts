import { splitByWeights, sumAmounts } from '../../platform/money/amounts.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'

/** A part of a price at one rate that the shop charged; null if it does not tell it. */
export interface RateShare {
  chargedRatePercent: number | null
  amount: number
}

export type PricedPart = Pick<StoredOrder['lineItems'][number], 'total' | 'taxes'>
type Tax = NonNullable<PricedPart['taxes']>[number] & { ratePercent: number }

const isRated = (tax: NonNullable<PricedPart['taxes']>[number]): tax is Tax => tax.ratePercent !== null

/** Tells whether each tax is on the whole price, as those of a state and its counties are. */
const areAllOnWhole = (total: number, taxes: readonly Tax[]): boolean => {
  const net = taxes.reduce((left, { amount }) => left - amount, total)
  return taxes.every(({ ratePercent, amount }) => Math.abs(amount - (net * ratePercent) / 100) <= 1)
}

/**
 * Splits a price whose taxes are each on a part of it, as those of shipping for goods with different rates; undefined if they
 * do not explain the price. The lowest rate has the rest, because its tax tells least exactly on what it is.
 */
const splitByTaxes = (total: number, taxes: readonly Tax[]): RateShare[] | undefined => {
  const sorted = taxes.toSorted((one, other) => other.ratePercent - one.ratePercent)
  const parts = sorted.map(({ ratePercent, amount }) => ({
    chargedRatePercent: ratePercent,
    amount: ratePercent ? Math.round(amount * (1 + 100 / ratePercent)) : 0,
    tolerance: ratePercent ? 1 + 100 / ratePercent : 0,
  }))
  const sumOf = (field: 'amount' | 'tolerance') => parts.reduce((sum, part) => sum + part[field], 0)
  const missing = total - sumOf('amount')
  const last = parts.at(-1)
  const isExplained = last?.chargedRatePercent === 0 || Math.abs(missing) <= sumOf('tolerance')
  if (!last || !isExplained) return undefined
  return parts.map((part) => (part === last ? { ...part, amount: part.amount + missing } : part))
}

/** Adds up shares of the same rate, in the order of their first ones; those of nothing are left out. */
export const sumShares = (shares: readonly RateShare[]): RateShare[] => {
  const groups = Map.groupBy(shares, ({ chargedRatePercent }) => chargedRatePercent)
  return [...groups]
    .map(([chargedRatePercent, own]) => ({ chargedRatePercent, amount: sumAmounts(own.map(({ amount }) => amount)) }))
    .filter(({ amount }) => amount !== 0)
}

/**
 * Divides the price of a part of an order by the rates that the shop charged. A part without any tax says nothing: shops that
 * compute no taxes have none either.
 */
export const divideByRate = ({ total, taxes }: PricedPart): RateShare[] => {
  if (total === null) return []
  const rated = (taxes ?? []).filter(isRated)
  if (!rated.length || rated.length < (taxes ?? []).length) return [{ chargedRatePercent: null, amount: total }]
  const split = rated.length > 1 && !areAllOnWhole(total, rated) ? splitByTaxes(total, rated) : undefined
  const sum = rated.reduce((all, { ratePercent }) => all + ratePercent, 0)
  return split ? sumShares(split) : [{ chargedRatePercent: sum, amount: total }]
}

/** Spreads an amount over rates in proportion to the shares, of which those below 0 have no weight. */
export const spreadByRate = (amount: number, shares: readonly RateShare[]): RateShare[] => {
  const weights = shares.map((share) => Math.max(0, share.amount))
  if (weights.some((weight) => weight > 0)) {
    const amounts = splitByWeights(amount, weights)
    return shares.map(({ chargedRatePercent }, i) => ({ chargedRatePercent, amount: amounts[i] ?? 0 }))
  }
  const rates = new Set(shares.map(({ chargedRatePercent }) => chargedRatePercent))
  const [rate = null] = rates
  return [{ chargedRatePercent: rates.size === 1 ? rate : null, amount }]
}
