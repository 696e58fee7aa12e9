import type { RowKind } from '../import-kinds/row-kind.ts'
import type { Row } from './read-rows.ts'

/** Puts the rows of each resource one after the other, at its first one, and returns their number by its index. */
export const groupRows = (
  rows: readonly Row[],
  { getGroup }: Pick<RowKind, 'getGroup'>,
): { rows: readonly Row[]; sizes: ReadonlyMap<number, number> } => {
  const sizes = new Map<number, number>()
  if (!getGroup) return { rows, sizes }
  const grouped: Row[] = []
  for (const some of Map.groupBy(rows, ({ cells }) => getGroup(cells)).values()) {
    sizes.set(grouped.length, some.length)
    grouped.push(...some)
  }
  return { rows: grouped, sizes }
}
