import { isDeepStrictEqual } from 'node:util'
import type { Due } from '../../platform/store/table/due.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { computeSyncAfterChange } from './order-walk.ts'
import { findSyncState } from './sync-state-store.ts'

type Settings = Pick<StoredChannel, 'syncSettings'> & Partial<Pick<StoredChannel, 'connectorConfig'>>

/** Schedules the next sync of a channel whose settings are changed; nothing else about a channel changes its schedule. */
export const rescheduleSync = async (
  db: Table,
  { tenant, now }: Unit,
  channel: StoredChannel,
  { syncSettings, connectorConfig = channel.connectorConfig }: Settings,
): Promise<Due> => {
  const before = { syncSettings: channel.syncSettings, connectorConfig: channel.connectorConfig }
  if (isDeepStrictEqual({ syncSettings, connectorConfig }, before)) return {}
  const state = (await findSyncState(db, tenant, channel.id)) ?? { failures: 0 }
  const at = computeSyncAfterChange(state, channel.dueSk, syncSettings.syncIntervalMinutes, now)
  return scheduleSync({ ...channel, syncSettings }, at)
}
