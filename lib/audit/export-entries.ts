import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { type EntryFilters, listEntries } from './list-entries.ts'

/** Below the limit of an answer, with room for one more page. */
const MAX_BYTES = 3_000_000
const ENTRIES_AT_ONCE = 500
const MAX_ENTRIES = 5000

/** Returns entries as JSON Lines, newest first, and the cursor of what does not fit an answer. */
export const exportEntries = async (db: Table, tenant: Id, filters: EntryFilters) => {
  let [lines, bytes, count] = ['', 0, 0]
  let cursor = filters.cursor
  for (;;) {
    const { member, nextCursor } = await listEntries(db, tenant, { ...filters, cursor }, ENTRIES_AT_ONCE)
    const text = member.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    lines += text
    bytes += Buffer.byteLength(text)
    count += member.length
    // A page that reached the bound of what is read at once ends the part too, which bounds the work.
    const isFull = bytes > MAX_BYTES || count >= MAX_ENTRIES || member.length < ENTRIES_AT_ONCE
    if (nextCursor === null || isFull) return { lines, nextCursor }
    cursor = nextCursor
  }
}
