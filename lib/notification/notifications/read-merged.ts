import type { Item, Range, Table } from '../../platform/store/table/table.ts'

/** A filter's sources: the notifications themselves, or the rows of each kind that has any. */
export interface Sources {
  partitions: readonly string[]
  hasItems: boolean
}

const isBefore = (a: Item, b: Item) => (a.sk < b.sk ? -1 : 1)

/** Reads the first entries of a range in the order of their ids, whichever source they are in. */
export const readMerged = async (
  db: Table,
  { partitions, hasItems }: Sources,
  range: Omit<Range, 'pk'> & { limit: number },
): Promise<Item[]> => {
  const only = hasItems ? {} : { only: [] }
  const all = (await Promise.all(partitions.map((pk) => db.query({ pk, ...only, ...range })))).flat()
  const sorted = partitions.length === 1 ? all : all.sort(range.newestFirst ? (a, b) => isBefore(b, a) : isBefore)
  return sorted.slice(0, range.limit)
}
