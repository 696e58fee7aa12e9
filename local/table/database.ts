import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SCHEMA } from './schema.ts'

const IN_MEMORY = ':memory:'
/** Milliseconds for which a process that waits for another one's lock does nothing else. */
const LOCK_TIMEOUT_MS = 250

/** Opens the file of a table, or a table that is only in memory. */
export const openDatabase = (path = IN_MEMORY): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS })
  if (path !== IN_MEMORY) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec(SCHEMA)
  return database
}

export type OpenTableFile = (table: string) => DatabaseSync

/** Opens the files of the tables of a folder, each of them once. */
export const openFolderOfTables = (folder: string): OpenTableFile => {
  const open = new Map<string, DatabaseSync>()
  return (table) => {
    const known = open.get(table)
    if (known) return known
    mkdirSync(folder, { recursive: true })
    const database = openDatabase(join(folder, `${table}.db`))
    open.set(table, database)
    return database
  }
}
