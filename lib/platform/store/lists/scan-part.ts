import type { Id } from '../../id.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { Table } from '../table/table.ts'
import { scanOldestFirst } from './scan-oldest-first.ts'

interface Asked {
  by?: Record<string, unknown> | undefined
  /** Only the facets that are set. */
  facets?: Record<string, unknown> | undefined
  after: string | null
  limit: number
}

/** Returns the next items of a list by id, oldest first, and the cursor after them; null at the end. */
export const scanPart = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { by = {}, facets = {}, after, limit }: Asked,
): Promise<{ items: T[]; next: string | null }> => {
  const { items, cursors } = await scanOldestFirst(db, kind, tenant, { by, facets, after, limit })
  return { items, next: cursors.length < limit ? null : (cursors.at(-1) ?? null) }
}
