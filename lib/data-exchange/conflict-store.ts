import { createHash } from 'node:crypto'
import type { Conflict } from '../../schemas/data-exchange/conflict.ts'
import type { Id } from '../platform/id.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'

// Conflicts:  T#<tenant>#conflict / <id>   listed newest first by any of target and status; at most one open for each
//                                          field of a variant at a target

export interface StoredConflict extends Omit<Conflict, keyof Stored | 'detectedAt'>, Stored {
  detectedAt: string
  /** Key of target and variant while the conflict is open; null once it is resolved. */
  openAt: string | null
}

export const buildOpenKey = (target: string, variantId: Id) => `${target}#${variantId}`

export const conflicts = entity<StoredConflict>({
  name: 'conflict',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { facets: ['status'] },
    { by: ['target'], facets: ['status'] },
    { by: ['openAt'], facets: [], uncounted: true },
  ],
  unique: ({ openAt, field }) => ({
    open:
      openAt &&
      createHash('sha256')
        .update(JSON.stringify([openAt, field]))
        .digest('hex'),
  }),
})

export const findConflict = (db: Table, tenant: Id, id: string) => find(db, conflicts, tenant, id)

interface Filters {
  target?: string | undefined
  status?: StoredConflict['status'] | undefined
}

export const readPageOfConflicts = (db: Table, tenant: Id, page: Page, { target, status }: Filters) =>
  list(db, conflicts, tenant, { ...page, facets: { status }, ...(target && { by: { target } }) })
