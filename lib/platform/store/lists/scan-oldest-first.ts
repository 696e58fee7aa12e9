import type { Id } from '../../id.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { Table } from '../table/table.ts'
import { describeList } from './describe-list.ts'
import { type Asked, findAll } from './list.ts'
import { readRows } from './read-rows.ts'

interface FirstAsked extends Pick<Asked, 'by' | 'byDate'> {
  /** Values of facets, in the order in which the list names them. */
  facets?: Record<string, unknown>
  /** Cursor of the last item that was read before. */
  after?: string | null | undefined
  /** Only items before this sort key. */
  before?: string | undefined
  limit: number
}

/** Returns the next items of a list, oldest first, with the cursor of each. The list need not be counted. */
export const scanOldestFirst = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { by = {}, byDate, facets = {}, after, before, limit }: FirstAsked,
): Promise<{ items: T[]; cursors: string[] }> => {
  const { partitions } = describeList(kind, tenant, { by, facets, dateField: byDate?.field })
  const from = after ? `${after}\u0000` : byDate?.from
  const to = before ?? `${byDate?.to ?? ''}~`
  // A query of a range that ends before it begins is refused.
  const rows = from && from > to ? [] : await readRows(db, partitions, { ...(from && { from }), to, limit })
  const cursors = rows.map(({ sk }) => sk)
  const ids = cursors.map((cursor) => cursor.slice(-26))
  return { items: await findAll(db, kind, tenant, ids), cursors }
}
