import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredExport } from './export.ts'

// Exports:  T#<tenant>#export / <id>   listed newest first by who asked; at most one is being written for each request

export const exports = entity<StoredExport>({
  name: 'export',
  shape: 1,
  audit: { platform: 'none' },
  lists: [{ by: ['requestedBy'], facets: [] }],
  unique: ({ pendingKey }) => ({ pending: pendingKey }),
})

export const findExport = (db: Table, tenant: Id, id: string) => find(db, exports, tenant, id)

export const findPendingExport = (db: Table, tenant: Id, pendingKey: string) =>
  findOwner(db, exports, tenant, 'pending', pendingKey)

export const readPageOfExports = (db: Table, tenant: Id, requestedBy: Id, page: Page) =>
  list(db, exports, tenant, { ...page, by: { requestedBy } })
