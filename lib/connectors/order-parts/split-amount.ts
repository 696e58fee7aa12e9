import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import { splitByWeights } from '../../platform/money/split.ts'

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

/** Splits an amount by weights of at least 0; evenly if all of them are 0. */
export const splitAmount = (amount: number, weights: readonly number[]): number[] => {
  const given = weights.map((weight) => Math.max(0, weight))
  return splitByWeights(amount, given.some((weight) => weight > 0) ? given : given.map(() => 1))
}
