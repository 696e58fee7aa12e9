import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { pageOfSyncRecords } from '../../../../lib/sales/sync-health/find-sync-run.ts'
import { RECORD_ACTIONS, SyncRecord } from '../../../../schemas/sales/sync.ts'
import { oneOf } from '../../../../schemas/types.ts'

export const listSyncRecords = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records',
  scope: 'sales:sync:read',
  summary: 'List what a sync run did, newest first',
  description: 'Of each record what became of it; kept for thirty days, and of large runs not all, which the run says.',
  query: { action: oneOf(RECORD_ACTIONS) },
  of: SyncRecord,
  itemsPerPage: 30,
  run: ({ db }, { caller, params: { channelId, syncId }, query, page }) =>
    pageOfSyncRecords(db, caller.tenant, { channelId, syncId }, page, query.action),
})
