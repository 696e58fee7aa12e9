import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { itemKey, partition } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Delete, Item, Key, Put, Table, Update } from '../../platform/store/table/table.ts'
import { syncRuns } from '../runs/sync-store.ts'
import type { CatalogRun, CatalogRunType, countRecords, Lane, LaneName, Slot } from './catalog-run.ts'

// Which run is under way:  T#<tenant>#catalog-run / <channel>#<type>               and what waits for it to end
// its lanes:               T#<tenant>#run-lane / <channel>#<run>#<lane>            due until they are done, and gone then
// what they have to do:    T#<tenant>#run-part?run=<run> / <lane>#<place>          ids of variants; gone once they are settled

const slotKey = (tenant: Id, channelId: Id, type: CatalogRunType): Key => ({
  pk: partition(tenant, 'catalog-run'),
  sk: `${channelId}#${type}`,
})

export const findSlot = async (db: Table, tenant: Id, channelId: Id, type: CatalogRunType): Promise<Slot | undefined> =>
  await db.get<Slot>(slotKey(tenant, channelId, type))

/** Writes what comes after a slot as it was read. */
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

/** Adds to a run's counts, whatever others add to them meanwhile. */
export const runAddition = (
  tenant: Id,
  runId: Id,
  counts: ReturnType<typeof countRecords> & { lanesLeft?: number },
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

const lanesPartition = (tenant: Id) => partition(tenant, 'run-lane')

const laneKey = (tenant: Id, { channelId, runId, lane }: LaneName): Key => ({
  pk: lanesPartition(tenant),
  sk: `${channelId}#${runId}#${lane}`,
})

/** What the key of a lane says. */
export const parseLaneKey = ({ sk }: Pick<Key, 'sk'>): LaneName => {
  const [channelId, runId, lane] = sk.split('#') as [Id, Id, string]
  return { channelId, runId, lane: Number(lane) }
}

const toLane = ({ pk: _pk, sk: _sk, kind: _kind, ...lane }: Item) => lane as unknown as Lane

export const putLane = (tenant: Id, lane: Lane): Put => ({
  put: { ...laneKey(tenant, lane), kind: 'run-lane', ...lane },
})

const requireHeldBy = (by: string) => ({ when: '#leaseBy = :by', values: { ':by': by } })

/** Writes the lane for as long as it is still `by`'s. */
export const putHeldLane = (tenant: Id, lane: Lane, by: string): Put => ({
  ...putLane(tenant, lane),
  ...requireHeldBy(by),
})

export const deleteHeldLane = (tenant: Id, lane: LaneName, by: string): Delete => ({
  delete: laneKey(tenant, lane),
  ...requireHeldBy(by),
})

/** Keys of what is left of a run's lanes. */
export const listLanesOfRun = async (
  db: Table,
  tenant: Id,
  { channelId, runId }: Pick<LaneName, 'channelId' | 'runId'>,
): Promise<Key[]> => {
  const rows = await db.query({ pk: lanesPartition(tenant), prefix: `${channelId}#${runId}#`, only: [] })
  return rows.map(({ sk }) => ({ pk: lanesPartition(tenant), sk }))
}

/** Ends the other lanes of a run, whoever is at them. */
export const deleteOtherLanes = async (db: Table, tenant: Id, name: LaneName): Promise<Delete[]> => {
  const rows = await listLanesOfRun(db, tenant, name)
  return rows.filter((row) => parseLaneKey(row).lane !== name.lane).map((key) => ({ delete: key }))
}

/** Makes whoever asks the only one at the lane; undefined while another is, or where the lane is done. */
export const claimLane = async (
  db: Table,
  tenant: Id,
  name: LaneName,
  { by, until, now }: { by: string; until: Date; now: Date },
): Promise<Lane | undefined> => {
  const key = laneKey(tenant, name)
  const was = await db.get<{ leaseUntil: string; lost?: number }>(key)
  if (!was || (was.leaseUntil && was.leaseUntil > now.toISOString())) return undefined
  const { ok, item } = await db.update({
    update: key,
    set: 'SET #leaseBy = :by, #leaseUntil = :until, #dueSk = :until, #lost = :lost',
    when: was.leaseBy ? '#leaseBy = :was' : 'attribute_exists(pk) AND attribute_not_exists(#leaseBy)',
    values: {
      ':by': by,
      ':until': until.toISOString(),
      // Whoever leaves a lane gives its lease back.
      ':lost': was.leaseBy ? (was.lost ?? 0) + 1 : 0,
      ...(was.leaseBy ? { ':was': was.leaseBy } : {}),
    },
  })
  // A repeated call finds what it did itself when its first answer was lost.
  return item && (ok || item.leaseBy === by) ? toLane(item) : undefined
}

export interface Part {
  sk: string
  ids: Id[]
}

const partsPartition = (tenant: Id, runId: Id) => partition(tenant, `run-part?run=${runId}`)

/** `place` orders the parts of a lane. */
export const putPart = (tenant: Id, runId: Id, lane: number, place: string, ids: readonly Id[], now: Date): Put => ({
  put: {
    pk: partsPartition(tenant, runId),
    sk: `${lane}#${place}`,
    kind: 'run-part',
    ids,
    expiresAt: computeExpiry(now),
  },
})

export const deletePart = (tenant: Id, runId: Id, sk: string): Delete => ({
  delete: { pk: partsPartition(tenant, runId), sk },
})

export const findFirstPart = async (db: Table, tenant: Id, runId: Id, lane: number): Promise<Part | undefined> => {
  const [found] = await db.query({ pk: partsPartition(tenant, runId), prefix: `${lane}#`, limit: 1 })
  return found as unknown as Part | undefined
}
