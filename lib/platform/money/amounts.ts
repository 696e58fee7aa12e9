import { divideRounded, toDecimal } from './decimal.ts'

/** Thrown when an amount exceeds the safe integers. */
export class AmountTooLarge extends RangeError {}

export const requireSafeAmount = (amount: bigint): number => {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new AmountTooLarge('the amount is too large')
  return number
}

export const sumAmounts = (amounts: readonly number[]): number =>
  requireSafeAmount(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))

/** Multiplies a quantity, which may have decimals, by a price in minor units. */
export const multiplyPrice = (quantity: number, unitPrice: number): number => {
  const { digits, scale } = toDecimal(quantity)
  return requireSafeAmount(divideRounded(digits * BigInt(unitPrice), 10n ** BigInt(scale)))
}
