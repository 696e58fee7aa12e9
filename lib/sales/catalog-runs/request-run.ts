import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  AUTHORIZATION_PENDING,
  checkConnected,
  isAuthorizationPending,
  type StoredChannel,
} from '../channels/channel.ts'
import { keepHistory } from '../channels/channel-store.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { type Asked, type CatalogRun, type CatalogRunType, mergeRequests, scheduleLane } from './catalog-run.ts'
import { findSlot, putLane, putSlot } from './catalog-run-store.ts'

const NOTHING_YET = {
  status: null,
  itemsSynced: 0,
  itemsFailed: 0,
  itemsUnchanged: 0,
  itemsSkipped: 0,
  itemsPending: 0,
  durationSeconds: null,
  completedAt: null,
  errorMessage: null,
  errorCode: null,
  errorCategory: null,
  itemsTruncated: false,
  recorded: 0,
  lanesLeft: 1,
} as const

/** A run with its first lane, which a worker hears of at once; the slot is the caller's to fill. */
export const openRun = (unit: Unit, channelId: Id, type: CatalogRunType, { force, retryOf }: Asked): Id => {
  const { tenant, now } = unit
  const startedAt = now.toISOString()
  const run: Omit<CatalogRun, 'id' | 'rev' | 'createdAt' | 'updatedAt'> = {
    ...NOTHING_YET,
    channelId,
    type,
    startedAt,
    force,
    ...(retryOf && { retryOf }),
  }
  const { id: runId } = unit.create(syncRuns, run)
  const name = { channelId, runId, lane: 0 }
  unit.add({ ...putLane(tenant, { ...name, tries: 0, movedAt: startedAt, ...scheduleLane(name, now) }) })
  unit.schedule('sales.run.start', { tenant, channelId, runId })
  return runId
}

/** Refuses where the channel's store is not to be asked for anything. */
export const checkReachable = (channel: StoredChannel): void => {
  checkConnected(channel)
  if (channel.status === 'paused') throw new Problem('OPERATION_NOT_ALLOWED', 'The channel is paused; resume it first.')
  if (isAuthorizationPending(channel)) throw new Problem('OPERATION_NOT_ALLOWED', AUTHORIZATION_PENDING.message)
  if (channel.authFailedAt)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The store refuses the credentials; give it others first.')
}

/** Begins a run of the channel, or has it begin when the one that is under way ends. */
export const requestRun = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  type: CatalogRunType,
  asked: Asked,
): Promise<StoredChannel> => {
  checkReachable(channel)
  const slot = await findSlot(db, unit.tenant, channel.id, type)
  const { failures = 0, runId, waiting } = slot ?? {}
  if (runId && asked.retryOf)
    throw new Problem('OPERATION_NOT_ALLOWED', 'A run of this kind is under way; try again when it has ended.')
  if (runId) {
    const next = mergeRequests(waiting, asked)
    if (next.force !== waiting?.force)
      unit.add(putSlot(unit.tenant, channel.id, type, slot, { failures, runId, waiting: next }))
    return channel
  }
  const begun = openRun(unit, channel.id, type, asked)
  unit.add(putSlot(unit.tenant, channel.id, type, slot, { failures, runId: begun }))
  return keepHistory(unit, channel)
}
