import type { FilePurpose, FileState } from '../../../schemas/storage/file.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, type Members, type Page } from '../../platform/store/lists/list.ts'
import { listWhere } from '../../platform/store/lists/list-where.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredFile } from './file.ts'
import { isAudience } from './file-uses.ts'

// Files:  T#<tenant>#file / <id>   listed newest first by status, purpose and audience together, and, until they are used, by
//                                  who uploaded them too

export const files = entity<StoredFile>({
  name: 'file',
  shape: 1,
  lists: [
    { facets: ['status', 'purpose', 'audience'], onlyAllFacets: true },
    { by: ['heldBy'], facets: ['status', 'purpose', 'audience'], onlyAllFacets: true },
  ],
  audit: { hidden: ['uploadId', 'audience', 'heldBy'] },
})

export const findFile = (db: Table, tenant: Id, id: string) => find(db, files, tenant, id)

/** Lists the files that the caller may read. */
export const readPageOfFiles = (
  db: Table,
  { tenant, identity, scopes }: Pick<SignedIn, 'identity' | 'scopes'> & { tenant: Id },
  page: Page,
  wanted: { status?: FileState | undefined; purpose?: FilePurpose | undefined },
): Promise<Members<StoredFile>> => {
  const isWanted = (facets: Readonly<Record<string, string>>) =>
    (wanted.status ?? facets.status) === facets.status && (wanted.purpose ?? facets.purpose) === facets.purpose
  const isReadable = ({ audience = '' }: Readonly<Record<string, string>>) => isAudience(audience, scopes)
  return listWhere(db, files, tenant, page, [
    { accepts: (facets) => isWanted(facets) && isReadable(facets) },
    { by: { heldBy: identity }, accepts: (facets) => isWanted(facets) && !isReadable(facets) },
  ])
}
