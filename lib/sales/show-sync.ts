import type { RecordAction, SyncResult } from '../../schemas/sync.ts'
import type { Id } from '../id.ts'
import { notFound, orNotFound } from '../problem.ts'
import { find, type Page } from '../store/list.ts'
import type { Table } from '../store/table.ts'
import { findChannel } from './channel-store.ts'
import { pageOfRecords, pageOfRuns, syncRuns } from './sync-store.ts'

export const pageOfSyncRuns = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  page: Page,
  status: SyncResult | undefined,
) => {
  orNotFound(await findChannel(db, tenant, channelId))
  return pageOfRuns(db, tenant, channelId, page, status)
}

export const pageOfSyncRecords = async (
  db: Table,
  tenant: Id,
  { channelId, syncId }: { channelId: Id; syncId: Id },
  page: Page,
  action: RecordAction | undefined,
) => {
  const run = orNotFound(await find(db, syncRuns, tenant, syncId))
  if (run.channelId !== channelId) throw notFound()
  return pageOfRecords(db, tenant, syncId, page, action)
}
