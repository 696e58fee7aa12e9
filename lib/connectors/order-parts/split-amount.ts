import { divideDown, divideRounded, toDecimal } from '../../platform/money/decimal.ts'

const raiseTo = (scale: number) => 10n ** BigInt(scale)

/** Returns the rounded part of an amount that is for `part` of `of` pieces, which may have decimals; 0 of no pieces. */
export const takePart = (amount: number, part: number, of: number): number => {
  if (!(part > 0 && of > 0)) return 0
  const [own, all] = [toDecimal(part), toDecimal(of)]
  const numerator = BigInt(amount) * own.digits * raiseTo(all.scale)
  return Number(divideRounded(numerator, all.digits * raiseTo(own.scale)))
}

/** Returns parts for pieces that follow each other, which add up to the amount if their pieces do to `of`. */
export const takeParts = (amount: number, pieces: readonly number[], of: number): number[] => {
  let [taken, count] = [0, 0]
  return pieces.map((quantity) => {
    count += quantity
    const part = takePart(amount, count, of) - taken
    taken += part
    return part
  })
}

/** Splits an amount by weights of at least 0 with the largest remainder method; evenly if all of them are 0. */
export const splitAmount = (amount: number, weights: readonly number[]): number[] => {
  const given = weights.map((weight) => BigInt(Math.max(0, weight)))
  const shares = given.some((weight) => weight > 0n) ? given : given.map(() => 1n)
  const sum = shares.reduce((total, share) => total + share, 0n)
  if (!shares.length) return []
  const parts = shares.map((share) => {
    const product = BigInt(amount) * share
    const whole = divideDown(product, sum)
    return { whole, remainder: product - whole * sum }
  })
  const remaining = BigInt(amount) - parts.reduce((total, { whole }) => total + whole, 0n)
  const byRemainder = parts.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, Number(remaining)))
  return parts.map((part) => Number(part.whole + (raised.has(part) ? 1n : 0n)))
}
