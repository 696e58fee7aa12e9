import { addUnderLease, type Holder, write } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Update } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { OpenedChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import type { Ending } from '../runs/run-failure.ts'
import { syncRunUri } from '../runs/stored-run.ts'
import { keepRecords } from '../runs/sync-record.ts'
import { type CatalogRun, countRecords } from './catalog-run.ts'
import { buildRunAddition, findRun } from './catalog-run-store.ts'
import { closeCatalogRun } from './close-catalog-run.ts'
import { type Partition, schedulePartition } from './partition.ts'
import { PARTITION_RESERVE, type PartResult } from './partition-job.ts'
import { deleteHeldPartition, deleteOtherPartitions, putHeldPartition, putPartition } from './partition-store.ts'

/** Longer than the function's timeout, since a part may be many calls to a shop; a worker silent for longer is dead. */
export const PARTITION_LEASE_MS = 330_000

/** A worker that has the lease of a partition. */
export interface PartitionHolder extends Holder {
  /** The partition as this worker wrote it last. */
  partition: Partition
}

export const readRun = async ({ app, tenant, partition }: PartitionHolder): Promise<CatalogRun> =>
  orNotFound(await findRun(app.db, tenant, partition.runId))

export const readPartitionChannel = async ({ app, tenant, partition }: PartitionHolder): Promise<StoredChannel> =>
  orNotFound(await findChannel(app.db, tenant, partition.channelId))

const openPartitions = (unit: Unit, { channelId, runId }: Partition, cursors: readonly unknown[]) => {
  const { tenant, now } = unit
  for (const [i, cursor] of cursors.entries()) {
    const name = { channelId, runId, index: i + 1 }
    const opened = { ...name, cursor, tries: 0, movedAt: now.toISOString(), ...schedulePartition(name, now) }
    unit.add({ ...putPartition(tenant, opened), when: 'attribute_not_exists(pk)' })
  }
  if (cursors.length) unit.schedule('sales.run.start', { tenant, channelId, runId })
}

/** Adds the records and counts of a part to the unit, opens further partitions, and returns the partition after it. */
const recordResult = (
  unit: Unit,
  { partition, by }: PartitionHolder,
  run: CatalogRun,
  { cursor, seen = 0, records = [], unchanged = 0, opens = [] }: PartResult<unknown>,
): Partition => {
  const { tenant, now } = unit
  const recorded = keepRecords(unit, run, records)
  const counts = { ...countRecords(seen, records, { kept: recorded, unchanged }), partitionsLeft: opens.length }
  unit.add(buildRunAddition(tenant, run.id, counts, { now, isTruncated: recorded < records.length }))
  openPartitions(unit, partition, opens)
  const until = new Date(now.getTime() + PARTITION_LEASE_MS)
  const renewed = { leaseBy: by, leaseUntil: until.toISOString(), ...schedulePartition(partition, until) }
  const progress = cursor === null ? { isDone: true } : { cursor }
  return { ...partition, ...renewed, movedAt: now.toISOString(), lost: 0, ...progress }
}

/** Runs one transaction of the partition: the work, its records, the counts of the run and the cursor. */
export const recordPart = async (
  holder: PartitionHolder,
  work: (unit: Unit) => Promise<PartResult<unknown>>,
): Promise<void> => {
  const recordAll = async (unit: Unit) => {
    const [run, result] = await Promise.all([readRun(holder), work(unit)])
    const next = recordResult(unit, holder, run, result)
    addUnderLease(unit, putHeldPartition(holder.tenant, next, holder.by))
    return next
  }
  const { channelId, runId: id } = holder.partition
  holder.partition = await write(holder, recordAll, {
    reserve: PARTITION_RESERVE,
    cause: syncRunUri({ channelId, id }),
  })
}

/** Leaves the partition to a later worker. */
export const leavePartition = (holder: PartitionHolder, until: Date, tries = holder.partition.tries): Promise<void> => {
  const { leaseBy: _by, leaseUntil: _until, ...released } = holder.partition
  const next = { ...released, tries, ...schedulePartition(released, until) }
  return write(holder, async (unit) => addUnderLease(unit, putHeldPartition(holder.tenant, next, holder.by)))
}

/** Returns an update that counts one open partition less, provided that the run has not changed since it was read. */
const buildPartitionEnd = (tenant: Id, { id, rev }: CatalogRun, now: Date): Update => {
  const addition = buildRunAddition(tenant, id, { partitionsLeft: -1 }, { now, isTruncated: false })
  return { ...addition, when: '#rev = :rev', values: { ...addition.values, ':rev': rev } }
}

/** Ends the partition, and its run if it is the last one. Returns true if it ended the run. */
export const endPartition = (holder: PartitionHolder): Promise<boolean> =>
  write(holder, async (unit) => {
    const { app, tenant, partition, by } = holder
    const run = await readRun(holder)
    addUnderLease(unit, deleteHeldPartition(tenant, partition, by))
    const isLast = run.partitionsLeft <= 1
    if (isLast) await closeCatalogRun(app, unit, await readPartitionChannel(holder), run, 'success')
    else unit.add(buildPartitionEnd(tenant, run, unit.now))
    return isLast
  })

/** Closes the run, whatever remains of it in this and the other partitions. `opened` is the channel whose shop was asked. */
export const closeWholeRun = (holder: PartitionHolder, ending: Ending, opened?: OpenedChannel): Promise<void> =>
  write(holder, async (unit) => {
    const { app, tenant, partition, by } = holder
    addUnderLease(unit, deleteHeldPartition(tenant, partition, by))
    for (const each of await deleteOtherPartitions(app.db, tenant, partition)) unit.add(each)
    await closeCatalogRun(app, unit, await readPartitionChannel(holder), await readRun(holder), ending, opened)
  })
