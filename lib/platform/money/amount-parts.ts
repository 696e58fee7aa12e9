/** Sums of amounts are stored in two parts, since they can exceed what a number represents exactly. */
const PART = 1_000_000

/** Returns the two parts of an amount, to be added to those of a sum with this name. */
export const splitIntoAmountParts = (name: string, amount: number): Record<string, number> => ({
  [`high_${name}`]: Math.trunc(amount / PART),
  [`low_${name}`]: amount % PART,
})

/** Returns a sum that is stored in two parts. */
export const joinAmountParts = (sums: Readonly<Record<string, number>>, name: string): bigint =>
  BigInt(sums[`high_${name}`] ?? 0) * BigInt(PART) + BigInt(sums[`low_${name}`] ?? 0)

/** Returns the sum as a number, or the nearest one that JSON represents exactly. */
export const clampAmountParts = (amount: bigint): number =>
  Number(amount > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : amount)
