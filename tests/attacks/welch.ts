const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the values without the slowest tenth, in which the machine was busy with something else. */
const cutSlowest = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length * 0.9))

/** Computes Welch's t of two samples: how far apart their means are, in standard errors. */
export const computeWelch = (one: readonly number[], other: readonly number[]): number => {
  const [a, b] = [cutSlowest(one), cutSlowest(other)]
  const [meanA, meanB] = [computeMean(a), computeMean(b)]
  const spread = (values: readonly number[], mean: number) =>
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length
  return (meanA - meanB) / Math.sqrt(spread(a, meanA) + spread(b, meanB))
}
