import type { RecordAction, RunTrouble, SyncRecord, SyncResult } from '../../../schemas/sales/sync.ts'
import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { findOwner, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { listWhere } from '../../platform/store/lists/list-where.ts'
import type { Put, Table } from '../../platform/store/table/table.ts'
import type { StoredRun } from './stored-run.ts'

// Sync runs:      T#<tenant>#sync-run / <id>                listed newest first by any of channel, result and type, and by
//                                                           any of channel and type while they are in trouble; one failing
//                                                           run for each work
// their records:  T#<tenant>#sync-record?run=<run> / <id>   up to fifty in an item, which has the id of its first record;
//                                                           they expire

type WorkOfRun = Pick<StoredRun, 'channelId' | 'type' | 'shipmentId' | 'returnId'>

/** Names what a run does; a later run with the same name does it again. */
const nameWork = ({ channelId, type, shipmentId, returnId }: WorkOfRun): string =>
  [channelId, type, shipmentId ?? returnId].filter(Boolean).join('#')

export const syncRuns = entity<StoredRun>({
  name: 'sync-run',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { facets: ['status', 'type'], onlyAllFacets: true },
    { by: ['channelId'], facets: ['status', 'type'], onlyAllFacets: true },
    { by: ['trouble'], facets: ['channelId', 'type'], onlyAllFacets: true },
  ],
  unique: (run) => ({ failing: run.trouble === 'failed' ? nameWork(run) : null }),
})

/** Finds the run that failed first of those that do the same, if none has succeeded since. */
export const findFailingRun = (db: Table, tenant: Id, run: WorkOfRun): Promise<StoredRun | undefined> =>
  findOwner(db, syncRuns, tenant, 'failing', nameWork(run))

export interface RunFilters {
  channelId?: Id | undefined
  status?: SyncResult | undefined
  type?: string | undefined
  trouble?: RunTrouble | undefined
}

const pageOfTroubles = (
  db: Table,
  tenant: Id,
  page: Page,
  { channelId, status, type, trouble }: RunFilters,
): Promise<Members<StoredRun>> =>
  listWhere(db, syncRuns, tenant, page, [
    {
      by: { trouble },
      // Only failed runs are in the first of these troubles, and only successful ones in the other.
      accepts: (facets) =>
        (!channelId || facets.channelId === channelId) &&
        (!type || facets.type === type) &&
        (!status || (status === 'failed') === (trouble === 'failed')),
    },
  ])

export const pageOfRuns = (db: Table, tenant: Id, page: Page, filters: RunFilters): Promise<Members<StoredRun>> => {
  const { channelId, status, type } = filters
  if (filters.trouble) return pageOfTroubles(db, tenant, page, filters)
  return listWhere(db, syncRuns, tenant, page, [
    {
      ...(channelId && { by: { channelId } }),
      accepts: (facets) => (!status || facets.status === status) && (!type || facets.type === type),
    },
  ])
}

const recordsPartition = (tenant: Id, runId: Id) => partition(tenant, `sync-record?run=${runId}`)

/** Records in one item, whose ids follow each other. */
export const MAX_RECORDS_PER_ITEM = 50
export const MAX_BYTES_PER_ITEM = 200_000

/** Returns a put of records of a run, whose ids follow each other. */
export const putRecords = (tenant: Id, runId: Id, records: readonly [SyncRecord, ...SyncRecord[]], now: Date): Put => ({
  put: {
    pk: recordsPartition(tenant, runId),
    sk: records[0].id,
    kind: 'sync-record',
    records,
    expiresAt: computeExpiry(now),
  },
})

interface StoredRecords {
  /** Oldest first. */
  records: SyncRecord[]
}

export const findRecord = async (db: Table, tenant: Id, runId: Id, id: Id): Promise<SyncRecord | undefined> => {
  const range = { pk: recordsPartition(tenant, runId), to: id, newestFirst: true, limit: 1 }
  const found = await db.query<StoredRecords>(range)
  return found[0]?.records.find((record) => record.id === id)
}

/** Reads all records of the run, since a run keeps few. */
export const pageOfRecords = async (
  db: Table,
  tenant: Id,
  runId: Id,
  page: Page,
  action: RecordAction | undefined,
): Promise<Members<SyncRecord>> => {
  const items = await db.query<StoredRecords>({ pk: recordsPartition(tenant, runId), newestFirst: true })
  const records = items.flatMap((item) => item.records.toReversed())
  return slicePage(action ? records.filter((record) => record.action === action) : records, page)
}

const ITEMS_READ_TOGETHER = 4

/**
 * Returns ids of variants that failed in a run, as far as their records are kept, and the cursor of the next ones; reads on
 * until it has read `limit` records.
 */
export const listFailedVariants = async (db: Table, tenant: Id, runId: Id, after: string | null, limit: number) => {
  const pk = recordsPartition(tenant, runId)
  const ids: Id[] = []
  let cursor = after
  for (let seen = 0; seen < limit; ) {
    const from = cursor === null ? {} : { from: `${cursor}\u0000` }
    const items = await db.query<StoredRecords>({ pk, ...from, limit: ITEMS_READ_TOGETHER })
    const records = items.flatMap((item) => item.records)
    const failed = records.filter(({ action, kind }) => action === 'failed' && kind === 'variant')
    ids.push(...failed.map(({ resourceUri }) => String(resourceUri).slice(-26)))
    seen += records.length
    cursor = items.at(-1)?.sk ?? cursor
    if (items.length < ITEMS_READ_TOGETHER) return { ids, after: null }
  }
  return { ids, after: cursor }
}
