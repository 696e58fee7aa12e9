import type { RowKind } from '../import-kinds/row-kind.ts'
import type { Row } from './read-rows.ts'

/** Finds rows that are the same one as an earlier row: the line of that, by the index of the later. */
export const findRepeatedRows = (rows: readonly Row[], { listKeys }: RowKind): ReadonlyMap<number, number> => {
  const lines = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const [index, { cells, line }] of rows.entries())
    for (const key of listKeys(cells)) {
      const first = lines.get(key)
      if (first === undefined) lines.set(key, line)
      else repeated.set(index, first)
    }
  return repeated
}
