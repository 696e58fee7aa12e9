import type { RecordAction, SyncRecord } from '../../../schemas/sales/sync.ts'
import { getNextId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredRun } from './stored-run.ts'
import { MAX_BYTES_PER_ITEM, MAX_RECORDS_PER_ITEM, putRecords } from './sync-store.ts'

/** A record of a run before it is stored. */
export type NewSyncRecord = Omit<SyncRecord, 'id' | 'syncId' | 'occurredAt'>

/** Item that a record reports on. */
export type RecordSubject = Pick<NewSyncRecord, 'kind' | 'externalId' | 'resourceUri' | 'label'>

export const variantUri = (id: string) => `commerce:///catalog/variants/${id}`

/** Describes a variant by its external id and, once it exists here, its own id. */
export const describeVariant = (externalId: string | null, sku: string | null, id?: string): RecordSubject => ({
  kind: 'variant',
  externalId,
  resourceUri: id === undefined ? null : variantUri(id),
  label: sku,
})

const NO_FINDING = { finding: null, mend: null } as const

/** Builds the record of an item that was written, or needed no change. */
export const buildRecord = (
  subject: RecordSubject,
  action: 'created' | 'updated' | 'unchanged',
  changes: NewSyncRecord['changes'] = [],
): NewSyncRecord => ({ ...subject, ...NO_FINDING, action, errorCode: null, errorMessage: null, changes })

/** Builds the record of an item that was left alone on purpose. */
export const buildSkippedRecord = (
  subject: RecordSubject,
  reason: string,
  errorCode: string | null = null,
): NewSyncRecord => ({ ...subject, ...NO_FINDING, action: 'skipped', errorCode, errorMessage: reason, changes: [] })

const MAX_MESSAGE_LENGTH = 1000

export const buildFailedRecord = (subject: RecordSubject, errorCode: string, message: string): NewSyncRecord => ({
  ...subject,
  ...NO_FINDING,
  action: 'failed',
  errorCode,
  errorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
  changes: [],
})

/** Records that are kept of a run, and how many more of those that failed. */
const MAX_RECORDS = 1000
const MAX_MORE_FAILED = 1000

const canKeep = (kept: number, action: RecordAction) => kept < MAX_RECORDS + (action === 'failed' ? MAX_MORE_FAILED : 0)

/** Sizes that are known, since records are divided again for each one that is added. */
const sizes = new WeakMap<NewSyncRecord, number>()

const measureRecord = (record: NewSyncRecord): number => {
  const size = sizes.get(record) ?? Buffer.byteLength(JSON.stringify(record))
  sizes.set(record, size)
  return size
}

/** Divides records into the items that store them. */
const divideIntoItems = (records: readonly NewSyncRecord[]): NewSyncRecord[][] => {
  const items: NewSyncRecord[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const record of records) {
    const size = measureRecord(record)
    bytes += size
    const last = items.at(-1)
    if (last && last.length < MAX_RECORDS_PER_ITEM && bytes <= MAX_BYTES_PER_ITEM) last.push(record)
    else {
      items.push([record])
      bytes = size
    }
  }
  return items
}

/** Returns the number of actions that store these records and one more. */
export const countRecordActions = (records: readonly NewSyncRecord[]): number => divideIntoItems(records).length + 1

/** Stores as many of the records as the run may keep, and returns how many it stored. */
export const keepRecords = (
  unit: Unit,
  { id: syncId, recorded }: Pick<StoredRun, 'id' | 'recorded'>,
  records: readonly NewSyncRecord[],
): number => {
  const kept: NewSyncRecord[] = []
  for (const record of records) if (canKeep(recorded + kept.length, record.action)) kept.push(record)
  const occurredAt = unit.now.toISOString()
  let id = unit.newId()
  for (const some of divideIntoItems(kept)) {
    const stored = some.map((record) => {
      id = getNextId(id)
      return { ...record, id, syncId, occurredAt }
    })
    unit.add(putRecords(unit.tenant, syncId, stored as [SyncRecord, ...SyncRecord[]], unit.now))
  }
  return kept.length
}
