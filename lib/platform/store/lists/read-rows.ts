import type { Item, Range, Table } from '../table/table.ts'

const compareSortKeys = (a: Item, b: Item) => (a.sk < b.sk ? -1 : Number(a.sk > b.sk))

const ID_LENGTH = 26

/** A resource whose row moves from one partition to another while both are read, with its date or without, may be in both. */
const dropRepeated = (rows: readonly Item[]): Item[] => {
  const seen = new Set<string>()
  return rows.filter(({ sk }) => {
    const id = sk.slice(-ID_LENGTH)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

/** Reads the rows of a list in their order, merged if they are in several partitions. */
export const readRows = async (
  db: Table,
  partitions: readonly string[],
  range: Omit<Range, 'pk' | 'prefix' | 'index'>,
): Promise<Item[]> => {
  const parts = await Promise.all(partitions.map((pk) => db.query({ pk, ...range })))
  const [only, ...others] = parts
  if (only && !others.length) return only
  const inOrder = parts.flat().sort(range.newestFirst ? (a, b) => compareSortKeys(b, a) : compareSortKeys)
  return dropRepeated(inOrder).slice(0, range.limit)
}
