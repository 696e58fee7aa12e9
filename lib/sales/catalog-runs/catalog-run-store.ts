import type { Id } from '../../platform/id.ts'
import { itemKey, partition } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Key, Put, Table, Update } from '../../platform/store/table/table.ts'
import { syncRuns } from '../runs/sync-store.ts'
import type { CatalogRun, CatalogRunType, countRecords, Slot } from './catalog-run.ts'

// Slots:  T#<tenant>#catalog-run / <channel>#<type>   the open run and the request that waits for its end

const slotKey = (tenant: Id, channelId: Id, type: CatalogRunType): Key => ({
  pk: partition(tenant, 'catalog-run'),
  sk: `${channelId}#${type}`,
})

export const findSlot = async (db: Table, tenant: Id, channelId: Id, type: CatalogRunType): Promise<Slot | undefined> =>
  await db.get<Slot>(slotKey(tenant, channelId, type))

/** Returns a put of the slot, provided that it has not changed since it was read. */
export const putSlot = (
  tenant: Id,
  channelId: Id,
  type: CatalogRunType,
  before: Slot | undefined,
  next: Omit<Slot, 'rev'>,
): Put => ({
  put: { ...slotKey(tenant, channelId, type), kind: 'catalog-run', ...next, rev: (before?.rev ?? 0) + 1 },
  ...(before ? { when: '#rev = :rev', values: { ':rev': before.rev } } : { when: 'attribute_not_exists(pk)' }),
})

export const findRun = async (db: Table, tenant: Id, runId: Id): Promise<CatalogRun | undefined> =>
  (await find(db, syncRuns, tenant, runId)) as CatalogRun | undefined

/** Returns an update that adds to the counts of a run; other workers may add to them at the same time. */
export const buildRunAddition = (
  tenant: Id,
  runId: Id,
  counts: ReturnType<typeof countRecords> & { partitionsLeft?: number },
  { now, isTruncated }: { now: Date; isTruncated: boolean },
): Update => {
  const added = Object.entries(counts).filter(([, by]) => by)
  const adds = ['#rev :one', ...added.map(([name]) => `#${name} :${name}`)]
  return {
    update: itemKey(tenant, syncRuns, runId),
    set: `SET #updatedAt = :now${isTruncated ? ', #itemsTruncated = :yes' : ''} ADD ${adds.join(', ')}`,
    when: 'attribute_exists(pk)',
    values: {
      ':now': now.toISOString(),
      ':one': 1,
      ...(isTruncated && { ':yes': true }),
      ...Object.fromEntries(added.map(([name, by]) => [`:${name}`, by])),
    },
  }
}
