/**
 * A map with an upper bound of entries that removes the least recently used ones. Entries are in two generations, so that
 * a use need not move an entry: those unused since the last change of generations are removed at the next.
 */
export const createBoundedCache = <V>(most: number) => {
  let [young, old] = [new Map<string, V>(), new Map<string, V>()]
  const set = (key: string, value: V): void => {
    if (young.size >= most / 2 && !young.has(key)) [young, old] = [new Map(), young]
    young.set(key, value)
  }
  return {
    set,
    get(key: string): V | undefined {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
  }
}
