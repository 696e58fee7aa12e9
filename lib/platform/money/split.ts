import { requireSafeAmount, sumAmounts } from './amounts.ts'
import { divideDown } from './decimal.ts'

/**
 * Splits a total by shares, each of which is a part times the denominator, with the largest remainder method, so that the parts
 * add up to it. The total must be the rounded sum of the parts.
 */
export const splitByShares = (total: bigint, shares: readonly bigint[], denominator: bigint): bigint[] => {
  const parts = shares.map((share) => {
    const whole = divideDown(share, denominator)
    return { whole, remainder: share - whole * denominator }
  })
  const remaining = total - parts.reduce((sum, { whole }) => sum + whole, 0n)
  // The sort is stable, so that of equal remainders the first line gets the unit.
  const byRemainder = parts.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, Number(remaining)))
  return parts.map((part) => (raised.has(part) ? part.whole + 1n : part.whole))
}

/** Splits an amount by weights of at least 0, of which one must be above 0, so that the parts add up to it. */
export const splitByWeights = (amount: number, weights: readonly number[]): number[] => {
  const shares = weights.map((weight) => BigInt(amount) * BigInt(weight))
  return splitByShares(BigInt(amount), shares, BigInt(sumAmounts(weights))).map(requireSafeAmount)
}
