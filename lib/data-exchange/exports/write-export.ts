import type { ExportCollection } from '../../../schemas/data-exchange/export.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { Collection, RowWriter } from './collection.ts'
import { EXPORT_MOVES, getExportPath, getRestPath, type StoredExport } from './export.ts'
import { exports, findExport } from './export-store.ts'
import { finishExport } from './finish-export.ts'

type Collections = Readonly<Record<ExportCollection, Collection>>

/** S3 takes parts from 5 MiB, but for the last one. */
const PART_BYTES = 6 * 1024 * 1024
/** Bounds what is in memory, since a record may have 400 KB. */
const RECORDS_AT_ONCE = 40
/** Bounds the time of one task, if few records pass the filters. */
const MAX_READS = 400

interface Written {
  content: Buffer
  rowCount: number
  leftOut: number
  /** Cursor after these rows; null at the end. */
  next: string | null
}

/** Reads and writes rows until they fill a part or end. */
const writeRows = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  collection: Collection,
  writer: RowWriter,
  { filters, after }: StoredExport,
): Promise<Written> => {
  const written = after === null ? [writer.head] : []
  let next = after
  let [bytes, rowCount, leftOut, reads] = [0, 0, 0, 0]
  do {
    const part = await collection.read(app, tenant, { filters, after: next, limit: RECORDS_AT_ONCE })
    const text = writer.write(part.rows)
    written.push(text)
    bytes += text.length
    rowCount += part.rows.length
    leftOut += part.leftOut ?? 0
    next = part.next
    reads++
  } while (next !== null && bytes < PART_BYTES && reads < MAX_READS)
  return { content: Buffer.concat(written), rowCount, leftOut, next }
}

/** Changes the export unless another worker has continued it since it was read, and returns whether it was changed. */
const continueFrom = (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  read: StoredExport,
  now: Date,
  change: (unit: Unit, current: StoredExport) => Promise<void>,
): Promise<boolean> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const current = await findExport(db, tenant, read.id)
    const isSame =
      current?.status === 'writing' &&
      current.after === read.after &&
      current.parts.length === read.parts.length &&
      current.fileOf === read.fileOf &&
      current.restOf === read.restOf
    if (isSame) await change(unit, current)
    return isSame
  })

const fail = (app: Pick<App, 'db'>, tenant: Id, read: StoredExport, now: Date, failureReason: string) =>
  continueFrom(app, tenant, read, now, async (unit, current) => {
    const status = move(EXPORT_MOVES, 'export', current.status, 'fail')
    unit.update(exports, current, { status, failureReason, pendingKey: null })
  })

/** Writes the next part of the file and uploads it under a number of its own, then counts it if nobody else has. */
const writePart = async (
  app: App,
  tenant: Id,
  collection: Collection,
  read: StoredExport,
  now: Date,
): Promise<void> => {
  const { id, format, bom, filters, createdAt, attempts: number } = read
  const writer = await collection.createWriter(app, tenant, { format, bom, filters, at: new Date(createdAt) })
  const { content: added, rowCount, leftOut, next } = await writeRows(app, tenant, collection, writer, read)
  const rows = read.rowCount + rowCount
  if (collection.maxRows !== undefined && rows > collection.maxRows) {
    const most = collection.maxRows.toLocaleString('en')
    await fail(app, tenant, read, now, `The file would have more than ${most} rows. Export a shorter range.`)
    return
  }
  const changes = {
    rowCount: rows,
    sizeBytes: read.sizeBytes + added.length,
    leftOutCount: read.leftOutCount + leftOut,
    mimeType: writer.mimeType,
    after: next,
    fileOf: read.fileOf ?? number,
    restOf: null,
  }
  const path = getExportPath(tenant, id, changes.fileOf)
  const rest = read.restOf === null ? [] : [await app.files.get(getRestPath(tenant, id, read.restOf))]
  const content = Buffer.concat([...rest, added])
  if (next !== null && content.length < PART_BYTES) {
    await app.files.put(getRestPath(tenant, id, number), content, writer.mimeType)
    await continueFrom(app, tenant, read, now, async (unit, current) => {
      unit.update(exports, current, { ...changes, restOf: number })
      unit.schedule('data_exchange.export.write', { tenant, exportId: id })
    })
    return
  }
  if (next === null && !read.parts.length) {
    await app.files.put(path, content, writer.mimeType)
    await continueFrom(app, tenant, read, now, (unit, current) => finishExport(app, unit, current, changes))
    return
  }
  const uploadId = read.uploadId ?? (await app.files.beginParts(path))
  const etag = await app.files.putPart(path, uploadId, number, content)
  const parts = [...read.parts, { number, etag, sizeBytes: content.length }]
  const isCounted = await continueFrom(app, tenant, read, now, async (unit, current) => {
    unit.update(exports, current, { ...changes, uploadId, parts, isWritten: next === null })
    unit.schedule('data_exchange.export.write', { tenant, exportId: id })
  })
  if (!isCounted && read.uploadId === null) await app.files.abortParts(path, uploadId)
}

/** Makes the parts one file. The size tells whether an earlier, interrupted worker has joined them. */
const joinParts = async (app: App, tenant: Id, read: StoredExport, now: Date): Promise<void> => {
  const path = getExportPath(tenant, read.id, read.fileOf ?? 0)
  if ((await app.files.findSize(path)) !== read.sizeBytes)
    await app.files.joinParts(path, read.uploadId ?? '', read.parts)
  await continueFrom(app, tenant, read, now, (unit, current) => finishExport(app, unit, current, {}))
}

/**
 * Writes the next part of an export, and another task continues after it. Each attempt at a part has a number of its own and
 * only one of them is counted, so that a message that arrives twice, or a worker that dies, neither loses nor doubles rows.
 */
export const writeExport = async (
  app: App,
  { tenant, exportId }: TaskData['data_exchange.export.write'],
  now: Date,
  collections: Collections,
): Promise<void> => {
  const begun = await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const found = await findExport(app.db, tenant, exportId)
    return found?.status === 'writing' ? unit.update(exports, found, { attempts: found.attempts + 1 }) : undefined
  })
  if (!begun) return
  if (begun.isWritten) return await joinParts(app, tenant, begun, now)
  try {
    await writePart(app, tenant, collections[begun.collection], begun, now)
  } catch (error) {
    // A temporary refusal is tried again; others, such as a missing setting, would stay.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await fail(app, tenant, begun, now, error.message)
  }
}
