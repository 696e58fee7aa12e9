/** Shuffles with a seed. */
export const shuffled = <T>(list: readonly T[], seed: number): T[] => {
  const result = [...list]
  let state = seed >>> 0 || 1
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = state % (last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}
