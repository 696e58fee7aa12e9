import { openTablesBy } from '../../lib/platform/store/table/open-table.ts'
import { type OpenTableFile, openFolderOfTables } from './database.ts'
import { openEmbeddedTable } from './embedded-table.ts'

/** Keeps the tables of the platform in files. */
export const keepTablesIn = (open: OpenTableFile): void => openTablesBy((table) => openEmbeddedTable(open(table)))

/** Keeps the tables of this process where an environment says: in a folder, or in DynamoDB. */
export const keepTablesOf = ({ LOCAL_TABLES: folder }: NodeJS.ProcessEnv): void => {
  if (folder) keepTablesIn(openFolderOfTables(folder))
}
