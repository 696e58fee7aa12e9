import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Collection, Filters, RowWriter } from './collection.ts'

export const MAX_DIRECT_ROWS = 1000
/** Below the limit of an answer, also in Base64. */
const MAX_DIRECT_BYTES = 3_000_000
/** Bounds the work of filters that few records pass. */
const MAX_READS = 50
const RECORDS_AT_ONCE = 100

/** Returns the whole file; undefined if it is too long for an answer. */
export const exportDirectly = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  collection: Collection,
  writer: RowWriter,
  filters: Filters,
): Promise<{ content: Buffer; leftOut: number } | undefined> => {
  const written = [writer.head]
  let after: string | null = null
  let [rowCount, bytes, leftOut] = [0, 0, 0]
  for (let read = 1; read <= MAX_READS; read++) {
    const part = await collection.read(app, tenant, { filters, after, limit: RECORDS_AT_ONCE })
    const text = writer.write(part.rows)
    written.push(text)
    rowCount += part.rows.length
    bytes += text.length
    leftOut += part.leftOut ?? 0
    if (rowCount > MAX_DIRECT_ROWS || bytes > MAX_DIRECT_BYTES) return undefined
    if (part.next === null) return { content: Buffer.concat(written), leftOut }
    after = part.next
  }
  return undefined
}
