import type { Running } from '../child.ts'
import type { OpenStream } from '../pollers/stream-record.ts'
import { openFolderOfTables } from './database.ts'
import { openEmbeddedStream } from './embedded-stream.ts'
import { openEmbeddedTable } from './embedded-table.ts'
import { keepTablesIn } from './keep-tables.ts'

const TIDY_MS = 60_000

/**
 * Opens the tables of a folder for this process, and keeps removing what has expired from them. Other processes open the
 * same files.
 */
export const startTables = (
  folder: string,
  names: readonly string[],
  report: (line: string) => void,
): Pick<Running, 'stop'> & { openStream: OpenStream } => {
  const open = openFolderOfTables(folder)
  keepTablesIn(open)
  const tables = new Map(names.map((name) => [name, openEmbeddedTable(open(name))]))
  const tidy = () => {
    try {
      for (const table of tables.values()) table.tidy(new Date())
    } catch (error) {
      report(`Removing what has expired failed and is tried again: ${(error as Error).message}`)
    }
  }
  const timer = setInterval(tidy, TIDY_MS)
  return {
    async openStream(name, from) {
      return openEmbeddedStream(tables.get(name) ?? openEmbeddedTable(open(name)), name, from)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
