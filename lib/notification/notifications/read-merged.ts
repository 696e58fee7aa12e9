import { readRows } from '../../platform/store/lists/read-rows.ts'
import type { Item, Range, Table } from '../../platform/store/table/table.ts'

/** A filter's sources: the notifications themselves, or the rows of each kind that has any. */
export interface Sources {
  partitions: readonly string[]
  hasItems: boolean
}

/** Reads the first entries of a range in the order of their ids, whichever source they are in. */
export const readMerged = (
  db: Table,
  { partitions, hasItems }: Sources,
  range: Omit<Range, 'pk' | 'prefix' | 'index'> & { limit: number },
): Promise<Item[]> => readRows(db, partitions, { ...(!hasItems && { only: [] }), ...range })
