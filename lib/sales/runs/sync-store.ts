import type { RecordAction, SyncRecord, SyncResult } from '../../../schemas/sales/sync.ts'
import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { list, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Item, Put, Table } from '../../platform/store/table/table.ts'
import type { StoredRun } from './stored-run.ts'

// Sync runs:      T#<tenant>#sync-run / <id>                listed newest first by channel and result
// their records:  T#<tenant>#sync-record?run=<run> / <id>   expire

export const syncRuns = entity<StoredRun>({
  name: 'sync-run',
  shape: 1,
  lists: [{ by: ['channelId'], facets: ['status'] }],
})

export const pageOfRuns = async (db: Table, tenant: Id, channelId: Id, page: Page, status: SyncResult | undefined) => {
  const { items, totalItems } = await list(db, syncRuns, tenant, { ...page, by: { channelId }, facets: { status } })
  // Older runs counted what they skipped as unchanged.
  return { items: items.map((run) => ({ ...run, itemsSkipped: run.itemsSkipped ?? 0 })), totalItems }
}

const recordsPartition = (tenant: Id, runId: Id) => partition(tenant, `sync-record?run=${runId}`)

export const putRecord = (tenant: Id, record: SyncRecord, now: Date): Put => ({
  put: {
    ...record,
    pk: recordsPartition(tenant, record.syncId),
    sk: record.id,
    kind: 'sync-record',
    of: record.kind,
    expiresAt: computeExpiry(now),
  },
})

type StoredRecord = Omit<SyncRecord, 'kind'> & { of: SyncRecord['kind'] }

const asRecord = ({ of, ...item }: Item & StoredRecord): SyncRecord => ({ ...item, kind: of })

export const findRecord = async (db: Table, tenant: Id, runId: Id, id: Id): Promise<SyncRecord | undefined> => {
  const item = await db.get<StoredRecord>({ pk: recordsPartition(tenant, runId), sk: id })
  return item && asRecord(item)
}

/** Reads all records of the run, since a run keeps few. */
export const pageOfRecords = async (
  db: Table,
  tenant: Id,
  runId: Id,
  page: Page,
  action: RecordAction | undefined,
): Promise<Members<SyncRecord>> => {
  const items = await db.query<StoredRecord>({ pk: recordsPartition(tenant, runId), newestFirst: true })
  const records = items.map(asRecord)
  return slicePage(action ? records.filter((record) => record.action === action) : records, page)
}

/** Returns ids of variants that failed in a run, as far as their records are kept, and the cursor of the next ones. */
export const listFailedVariants = async (db: Table, tenant: Id, runId: Id, after: string | null, limit: number) => {
  const from = after === null ? {} : { from: `${after}\u0000` }
  const items = await db.query({ pk: recordsPartition(tenant, runId), ...from, limit })
  const failed = items.filter(({ action, of }) => action === 'failed' && of === 'variant')
  return {
    ids: failed.map(({ resourceUri }) => String(resourceUri).slice(-26)),
    after: items.length < limit ? null : (items.at(-1)?.sk ?? null),
  }
}
