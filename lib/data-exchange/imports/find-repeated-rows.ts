import type { RowKind } from '../import-kinds/row-kind.ts'
import type { Row } from './read-rows.ts'

/**
 * Finds rows that are the same one as an earlier row: the line of that, by the index of the later. What a row with faults
 * means is not known, so it is the same as no other.
 */
export const findRepeatedRows = (rows: readonly Row[], { listKeys }: RowKind): ReadonlyMap<number, number> => {
  const lines = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const [index, { cells, line, faults }] of rows.entries())
    for (const key of faults.length ? [] : listKeys(cells)) {
      const first = lines.get(key)
      if (first === undefined) lines.set(key, line)
      else repeated.set(index, first)
    }
  return repeated
}
