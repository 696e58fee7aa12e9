import type { Id } from '../../id.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { Table } from '../table/table.ts'
import type { Asked } from './list.ts'
import { scanOldestFirst } from './scan-oldest-first.ts'

const ITEMS_AT_ONCE = 100

/** Reads a whole list, oldest first. It must be one that stays short, such as that of open bills. */
export const readAllOldestFirst = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  asked: Pick<Asked, 'by'> & { facets?: Record<string, unknown> },
): Promise<T[]> => {
  const all: T[] = []
  for (let after: string | undefined; ; ) {
    const { items, cursors } = await scanOldestFirst(db, kind, tenant, { ...asked, after, limit: ITEMS_AT_ONCE })
    all.push(...items)
    if (cursors.length < ITEMS_AT_ONCE) return all
    after = cursors.at(-1)
  }
}
