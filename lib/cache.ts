/** A map of at most `most` entries; the one unused for longest makes room. */
export const boundedCache = <V>(most: number) => {
  const entries = new Map<string, V>()
  return {
    get(key: string): V | undefined {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key: string, value: V): void {
      entries.delete(key)
      if (entries.size >= most)
        for (const oldest of entries.keys()) {
          entries.delete(oldest)
          break
        }
      entries.set(key, value)
    },
    delete: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  }
}
