import type { RecordAction, SyncRecord, SyncResult } from '../../../schemas/sales/sync.ts'
import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { entity, itemKey, partition } from '../../platform/store/entities/entity.ts'
import { list, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Item, Key, Put, Table } from '../../platform/store/table/table.ts'
import { channels } from '../channels/channel-store.ts'
import type { StoredRun, SyncState } from './sync-run.ts'

// Sync runs:      T#<tenant>#sync-run / <id>                   listed newest first by channel and result
// their records:  T#<tenant>#sync-record?run=<run> / <id>      gone after a while
// how far a channel is:  T#<tenant>#channel-sync / <channel>   and who is at it, up to when

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

/** Records that are kept of a run, and how many more of those that failed. */
export const MAX_RECORDS = 1000
export const MAX_MORE_FAILED = 1000

const recordsPartition = (tenant: Id, runId: Id) => partition(tenant, `sync-record?run=${runId}`)

export const recordPut = (tenant: Id, record: SyncRecord, now: Date): Put => ({
  put: {
    ...record,
    pk: recordsPartition(tenant, record.syncId),
    sk: record.id,
    kind: 'sync-record',
    of: record.kind,
    expiresAt: computeExpiry(now),
  },
})

const asRecord = ({ of, ...item }: Item) => ({ ...item, kind: of }) as unknown as SyncRecord

export const findRecord = async (db: Table, tenant: Id, runId: Id, id: Id): Promise<SyncRecord | undefined> => {
  const item = await db.get({ pk: recordsPartition(tenant, runId), sk: id })
  return item && asRecord(item)
}

/** A run keeps few records, so they are read as a whole. */
export const pageOfRecords = async (
  db: Table,
  tenant: Id,
  runId: Id,
  page: Page,
  action: RecordAction | undefined,
): Promise<Members<SyncRecord>> => {
  const items = await db.query({ pk: recordsPartition(tenant, runId), newestFirst: true })
  const records = items.map(asRecord)
  return slicePage(action ? records.filter((record) => record.action === action) : records, page)
}

/** Ids of variants that a run failed with, as far as it kept them, from a place on. */
export const listFailedVariants = async (db: Table, tenant: Id, runId: Id, after: string | null, most: number) => {
  const from = after === null ? {} : { from: `${after}\u0000` }
  const items = await db.query({ pk: recordsPartition(tenant, runId), ...from, limit: most })
  const failed = items.filter(({ action, of }) => action === 'failed' && of === 'variant')
  return {
    ids: failed.map(({ resourceUri }) => String(resourceUri).slice(-26) as Id),
    after: items.length < most ? null : (items.at(-1)?.sk ?? null),
  }
}

const stateKey = (tenant: Id, channelId: Id): Key => ({ pk: partition(tenant, 'channel-sync'), sk: channelId })

const toState = ({ pk: _pk, sk: _sk, kind: _kind, ...state }: Item) => ({ failures: 0, ...state }) as SyncState

/** Makes whoever asks the only one at the channel; undefined while another is. `was` is how the last one left it. */
export const claimSync = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  { by, until, now }: { by: string; until: Date; now: Date },
): Promise<{ was: SyncState | undefined; state: SyncState } | undefined> => {
  const key = stateKey(tenant, channelId)
  const found = await db.get(key)
  const was = found && toState(found)
  if (was?.leaseUntil && was.leaseUntil > now.toISOString()) return undefined
  const { ok, item } = await db.update({
    update: key,
    set: 'SET #leaseBy = :by, #leaseUntil = :until, #kind = :kind',
    when: was?.leaseBy ? '#leaseBy = :was' : 'attribute_not_exists(#leaseBy)',
    values: {
      ':by': by,
      ':until': until.toISOString(),
      ':kind': 'channel-sync',
      ...(was?.leaseBy && { ':was': was.leaseBy }),
    },
  })
  // A repeated call finds what it did itself when its first answer was lost.
  if (!ok && item?.leaseBy !== by) return undefined
  return { was, state: toState(item as Item) }
}

/** Writes the state, for as long as the lease is still `by`'s. */
export const statePut = (tenant: Id, channelId: Id, state: SyncState, by: string): Put => ({
  put: { ...stateKey(tenant, channelId), kind: 'channel-sync', ...state },
  when: '#leaseBy = :by',
  values: { ':by': by },
})

/** Lets the channel come up at this time, where it is to be synced at all. */
export const scheduleSyncAt = async (db: Table, tenant: Id, channelId: Id, at: Date): Promise<void> => {
  await db.update({
    update: itemKey(tenant, channels, channelId),
    set: 'SET #dueSk = :at',
    when: 'attribute_exists(#duePk)',
    values: { ':at': at.toISOString() },
  })
}
