import type { RecordAction, SyncResult } from '../../../schemas/sales/sync.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { find, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findRecord, pageOfRecords, pageOfRuns, syncRuns } from '../runs/sync-store.ts'

export const pageOfSyncRuns = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  page: Page,
  status: SyncResult | undefined,
) => {
  orNotFound(await findChannel(db, tenant, channelId))
  return await pageOfRuns(db, tenant, page, { channelId, status })
}

interface RunName {
  channelId: Id
  syncId: Id
}

/** Returns undefined also for a run of another channel. */
export const findSyncRun = async (db: Table, tenant: Id, { channelId, syncId }: RunName) => {
  const run = await find(db, syncRuns, tenant, syncId)
  return run?.channelId === channelId ? run : undefined
}

export const findSyncRecord = async (db: Table, tenant: Id, { id, ...name }: RunName & { id: Id }) => {
  const [run, record] = await Promise.all([findSyncRun(db, tenant, name), findRecord(db, tenant, name.syncId, id)])
  return run && record && { ...record, channelId: run.channelId }
}

export const pageOfSyncRecords = async (
  db: Table,
  tenant: Id,
  name: RunName,
  page: Page,
  action: RecordAction | undefined,
) => {
  const { id, channelId } = orNotFound(await findSyncRun(db, tenant, name))
  const { items, totalItems } = await pageOfRecords(db, tenant, id, page, action)
  return { items: items.map((record) => ({ ...record, channelId })), totalItems }
}
