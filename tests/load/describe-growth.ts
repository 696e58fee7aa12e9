/** In the first minute memory grows for reasons that end. */
const WARM_UP_SECONDS = 60
/** Shortest part whose least memory says something. */
const MIN_PART_SECONDS = 60
const MAX_GROWTH = 1.25
const MAX_GROWN_MEGABYTES = 64

/** The processes of a stack, in the order of their memory. */
const PROCESSES = ['queues', 'gateway']

/**
 * Compares the least memory of the last third with that of the first third after the warm-up. Each entry has the
 * megabytes of every process in one second; garbage is collected at any time, so only the least of many says something.
 */
export const describeGrowth = (memory: readonly (readonly number[])[]): string[] => {
  const warm = memory.slice(WARM_UP_SECONDS)
  const third = Math.floor(warm.length / 3)
  if (third < MIN_PART_SECONDS) return []
  const findLeast = (part: typeof memory, process: number) => Math.min(...part.map((each) => each[process] ?? 0))
  return PROCESSES.flatMap((name, process) => {
    const [before, after] = [findLeast(warm.slice(0, third), process), findLeast(warm.slice(-third), process)]
    return after > before * MAX_GROWTH + MAX_GROWN_MEGABYTES
      ? [`the process of the ${name} grew from ${Math.round(before)} to ${Math.round(after)} MB`]
      : []
  })
}
