import { formatKey, type Item, type Key, type Table, typeReads } from './table.ts'

/** Limit of one batchGet. */
const MAX_KEYS = 100

interface Asked {
  keys: readonly Key[]
  resolve: (items: Item[]) => void
  reject: (error: unknown) => void
}

/**
 * Returns a table that reads what concurrent pieces of work ask for by key at the same time in one call. Nothing is kept, so
 * every answer is as new as without it.
 */
export const gatherReads = (table: Table): Table => {
  let waiting: Asked[] = []

  const answer = async (asked: readonly Asked[]): Promise<void> => {
    const keys = new Map(asked.flatMap((each) => each.keys.map(({ pk, sk }) => [formatKey({ pk, sk }), { pk, sk }])))
    try {
      const [only] = keys.size === 1 ? keys.values() : []
      const found = only ? [await table.get(only)] : await table.batchGet([...keys.values()])
      const items = new Map(found.flatMap((item) => (item ? [[formatKey(item), item]] : [])))
      for (const each of asked) each.resolve(each.keys.flatMap((key) => items.get(formatKey(key)) ?? []))
    } catch (error) {
      for (const each of asked) each.reject(error)
    }
  }

  const flush = (): void => {
    const all = waiting
    waiting = []
    let batch: Asked[] = []
    let size = 0
    for (const each of all) {
      if (batch.length && size + each.keys.length > MAX_KEYS) {
        void answer(batch)
        batch = []
        size = 0
      }
      batch.push(each)
      size += each.keys.length
    }
    if (batch.length) void answer(batch)
  }

  const ask = (keys: readonly Key[]): Promise<Item[]> => {
    if (!keys.length) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      waiting.push({ keys, resolve, reject })
      // Whatever continues by the end of this turn asks together.
      if (waiting.length === 1) setImmediate(flush)
    })
  }

  return typeReads({
    ...table,
    get: async (key: Key) => (await ask([key]))[0],
    batchGet: (keys: readonly Key[]) => ask(keys),
  })
}
