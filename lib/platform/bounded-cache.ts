/** Counts how often all caches were emptied. */
let emptied = 0

/** Empties all caches of the process, for tests that share one. */
export const emptyCaches = (): void => {
  emptied++
}

/**
 * A map with an upper bound of entries that removes the least recently used ones. Entries are in two generations, so that
 * a use need not move an entry: those unused since the last change of generations are removed at the next.
 */
export const createBoundedCache = <V>(most: number) => {
  let [young, old, filledIn] = [new Map<string, V>(), new Map<string, V>(), emptied]
  const empty = (): void => {
    ;[young, old, filledIn] = [new Map(), new Map(), emptied]
  }
  const set = (key: string, value: V): void => {
    if (filledIn !== emptied) empty()
    if (young.size >= most / 2 && !young.has(key)) [young, old] = [new Map(), young]
    young.set(key, value)
  }
  return {
    set,
    get(key: string): V | undefined {
      if (filledIn !== emptied) empty()
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
  }
}
