import type { RecordAction, SyncRecord } from '../../../schemas/sales/sync.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredRun } from './sync-run.ts'
import { putRecord } from './sync-store.ts'

/** A record of a run before it is stored. */
export type NewRecord = Omit<SyncRecord, 'id' | 'syncId' | 'occurredAt'>

/** Item that a record reports on. */
export type RecordSubject = Pick<NewRecord, 'kind' | 'externalId' | 'resourceUri' | 'label'>

export const variantUri = (id: string) => `commerce:///catalog/variants/${id}`

/** Describes a variant by its external id and, once it exists here, its own id. */
export const describeVariant = (externalId: string | null, sku: string | null, id?: string): RecordSubject => ({
  kind: 'variant',
  externalId,
  resourceUri: id === undefined ? null : variantUri(id),
  label: sku,
})

/** Builds the record of an item that was written, or needed no change. */
export const buildRecord = (
  subject: RecordSubject,
  action: 'created' | 'updated' | 'unchanged',
  changes: NewRecord['changes'] = [],
): NewRecord => ({ ...subject, action, errorCode: null, errorMessage: null, changes })

/** Builds the record of an item that was left alone on purpose. */
export const buildSkippedRecord = (
  subject: RecordSubject,
  reason: string,
  errorCode: string | null = null,
): NewRecord => ({ ...subject, action: 'skipped', errorCode, errorMessage: reason, changes: [] })

const MAX_MESSAGE_LENGTH = 1000

export const buildFailedRecord = (subject: RecordSubject, errorCode: string, message: string): NewRecord => ({
  ...subject,
  action: 'failed',
  errorCode,
  errorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
  changes: [],
})

/** Records that are kept of a run, and how many more of those that failed. */
const MAX_RECORDS = 1000
const MAX_MORE_FAILED = 1000

const canKeep = (kept: number, action: RecordAction) => kept < MAX_RECORDS + (action === 'failed' ? MAX_MORE_FAILED : 0)

/** Stores as many of the records as the run may keep, and returns how many it stored. */
export const keepRecords = (
  unit: Unit,
  { id: syncId, recorded }: Pick<StoredRun, 'id' | 'recorded'>,
  records: readonly NewRecord[],
): number => {
  let kept = recorded
  for (const record of records) {
    if (!canKeep(kept, record.action)) continue
    const stored = { ...record, id: unit.newId(), syncId, occurredAt: unit.now.toISOString() }
    unit.add(putRecord(unit.tenant, stored, unit.now))
    kept++
  }
  return kept - recorded
}
