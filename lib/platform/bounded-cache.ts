/**
 * A map of at most `most` entries; those unused for longest make room. They are kept in two generations, so that using
 * an entry does not have to move it: what was not used since the last change of generations goes at the next.
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
