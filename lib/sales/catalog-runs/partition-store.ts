import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition as buildPk } from '../../platform/store/entities/entity.ts'
import { type Claimant, claim, LEASE, requireHeldBy, requireSameHolder } from '../../platform/store/table/lease.ts'
import type { Delete, Item, Key, Put, Table } from '../../platform/store/table/table.ts'
import type { Partition, PartitionName } from './partition.ts'

// Partitions of runs:  T#<tenant>#run-partition / <channel>#<run>#<index>         due until they are done, then deleted
// their parts:         T#<tenant>#run-part?run=<run> / <index>#<position>   ids of variants, deleted once recorded; or external
//                                                                           ids of orders that were compared, which expire

const partitionsPk = (tenant: Id) => buildPk(tenant, 'run-partition')

const partitionKey = (tenant: Id, { channelId, runId, index }: PartitionName): Key => ({
  pk: partitionsPk(tenant),
  sk: `${channelId}#${runId}#${index}`,
})

export const parsePartitionKey = ({ sk }: Pick<Key, 'sk'>): PartitionName => {
  const [channelId = '', runId = '', index] = sk.split('#')
  return { channelId, runId, index: Number(index) }
}

const toPartition = ({ pk: _pk, sk: _sk, kind: _kind, ...partition }: Item & Partition): Partition => partition

export const putPartition = (tenant: Id, partition: Partition): Put => ({
  put: { ...partitionKey(tenant, partition), kind: 'run-partition', ...partition },
})

/** Returns a put of the partition, provided that `by` has its lease. */
export const putHeldPartition = (tenant: Id, partition: Partition, by: string): Put => ({
  ...putPartition(tenant, partition),
  ...requireHeldBy(LEASE, by),
})

export const deleteHeldPartition = (tenant: Id, name: PartitionName, by: string): Delete => ({
  delete: partitionKey(tenant, name),
  ...requireHeldBy(LEASE, by),
})

/** Returns the keys of a run's partitions that have not ended. */
export const listPartitions = async (
  db: Table,
  tenant: Id,
  { channelId, runId }: Pick<PartitionName, 'channelId' | 'runId'>,
): Promise<Key[]> => {
  const rows = await db.query({ pk: partitionsPk(tenant), prefix: `${channelId}#${runId}#`, only: [] })
  return rows.map(({ sk }) => ({ pk: partitionsPk(tenant), sk }))
}

/** Returns deletes of the other partitions of a run, even if workers have their leases. */
export const deleteOtherPartitions = async (db: Table, tenant: Id, name: PartitionName): Promise<Delete[]> => {
  const rows = await listPartitions(db, tenant, name)
  return rows.filter((row) => parsePartitionKey(row).index !== name.index).map((key) => ({ delete: key }))
}

/** Claims a partition, and counts the dead workers before; undefined while another worker has it or after its end. */
export const claimPartition = async (
  db: Table,
  tenant: Id,
  name: PartitionName,
  claimant: Claimant,
): Promise<Partition | undefined> => {
  const key = partitionKey(tenant, name)
  const found = await db.get<Partition>(key)
  if (!found) return undefined
  const { when, values } = requireSameHolder(LEASE, found)
  // A worker that leaves a partition releases its lease, so the holder of an expired one has died.
  const lost = found.leaseBy ? (found.lost ?? 0) + 1 : 0
  const claimed = await claim<Partition>(db, LEASE, key, claimant, {
    set: '#dueSk = :until, #lost = :lost',
    when: `attribute_exists(pk) AND ${when}`,
    values: { ...values, ':lost': lost },
  })
  return claimed && toPartition(claimed)
}

export interface Part {
  sk: string
  ids: Id[]
}

const partsPk = (tenant: Id, runId: Id) => buildPk(tenant, `run-part?run=${runId}`)

/** Returns a put of a part of a partition; `position` orders the parts. */
export const putPart = (
  tenant: Id,
  runId: Id,
  index: number,
  { position, ids }: { position: string; ids: readonly string[] },
  now: Date,
): Put => ({
  put: {
    pk: partsPk(tenant, runId),
    sk: `${index}#${position}`,
    kind: 'run-part',
    ids,
    expiresAt: computeExpiry(now),
  },
})

export const deletePart = (tenant: Id, runId: Id, sk: string): Delete => ({
  delete: { pk: partsPk(tenant, runId), sk },
})

export const findFirstPart = async (db: Table, tenant: Id, runId: Id, index: number): Promise<Part | undefined> => {
  const [found] = await db.query<Part>({ pk: partsPk(tenant, runId), prefix: `${index}#`, limit: 1 })
  return found
}

/** Returns the ids of all parts of a partition. */
export const listPartIds = async (db: Table, tenant: Id, runId: Id, index: number): Promise<string[]> =>
  (await db.query<Part>({ pk: partsPk(tenant, runId), prefix: `${index}#` })).flatMap(({ ids }) => ids)
