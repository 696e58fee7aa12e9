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
import { markUndeletable } from '../channels/channel-store.ts'
import { NEW_RUN } from '../runs/stored-run.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { type CatalogRun, type CatalogRunType, isSameRequest, mergeRequests, type RunRequest } from './catalog-run.ts'
import { findSlot, putSlot } from './catalog-run-store.ts'
import { schedulePartition } from './partition.ts'
import { putPartition } from './partition-store.ts'

/** Opens a run with its first partition, which is enqueued at once. The caller fills the slot. */
export const openRun = (
  unit: Unit,
  channelId: Id,
  type: CatalogRunType,
  { force, retryOf, only, comparesAll, window }: RunRequest,
): CatalogRun => {
  const { tenant, now } = unit
  const startedAt = now.toISOString()
  const fields = {
    ...NEW_RUN,
    channelId,
    type,
    startedAt,
    force,
    ...(retryOf && { retryOf }),
    ...(only && { only }),
    ...(comparesAll && { comparesAll }),
    ...(window && { window }),
    partitionsLeft: 1,
  }
  const run = unit.create(syncRuns, fields) as CatalogRun
  const runId = run.id
  const name = { channelId, runId, index: 0 }
  unit.add(putPartition(tenant, { ...name, tries: 0, movedAt: startedAt, ...schedulePartition(name, now) }))
  unit.schedule('sales.run.start', { tenant, channelId, runId })
  return run
}

/** Throws if no request may be sent to the channel's shop. */
export const checkReachable = (channel: StoredChannel): void => {
  checkConnected(channel)
  if (channel.status === 'paused') throw new Problem('OPERATION_NOT_ALLOWED', 'The channel is paused. Resume it first.')
  if (isAuthorizationPending(channel)) throw new Problem('OPERATION_NOT_ALLOWED', AUTHORIZATION_PENDING.message)
  if (channel.authFailedAt)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The shop rejects the credentials. Update them first.')
}

/** Opens a run of the channel, or schedules it for the end of the open one. */
export const requestRun = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  type: CatalogRunType,
  request: RunRequest,
): Promise<StoredChannel> => {
  checkReachable(channel)
  const slot = await findSlot(db, unit.tenant, channel.id, type)
  const { failures = 0, runId, waiting } = slot ?? {}
  if (runId && request.retryOf)
    throw new Problem('OPERATION_NOT_ALLOWED', 'A run of this type is in progress. Try again when it has ended.')
  if (runId) {
    const next = mergeRequests(waiting, request)
    if (!isSameRequest(waiting, next))
      unit.add(putSlot(unit.tenant, channel.id, type, slot, { failures, runId, waiting: next }))
    return channel
  }
  const begun = openRun(unit, channel.id, type, request)
  unit.add(putSlot(unit.tenant, channel.id, type, slot, { failures, runId: begun.id }))
  return markUndeletable(unit, channel)
}
