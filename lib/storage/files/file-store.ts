import type { FilePurpose, FileState } from '../../../schemas/storage/file.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredFile } from './file.ts'

// Files:  T#<tenant>#file / <id>   listed newest first by any of status and purpose

export const files = entity<StoredFile>({
  name: 'file',
  shape: 1,
  lists: [{ facets: ['status', 'purpose'] }],
  audit: { hidden: ['uploadId'] },
})

export const findFile = (db: Table, tenant: Id, id: string) => find(db, files, tenant, id)

export const readPageOfFiles = (
  db: Table,
  tenant: Id,
  page: Page,
  facets: { status?: FileState | undefined; purpose?: FilePurpose | undefined },
): Promise<Members<StoredFile>> => list(db, files, tenant, { ...page, facets })
