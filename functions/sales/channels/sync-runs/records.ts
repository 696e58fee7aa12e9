import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { pageOfSyncRecords } from '../../../../lib/sales/sync-health/find-sync-run.ts'
import { RECORD_ACTIONS, SyncRecord } from '../../../../schemas/sales/sync.ts'
import { oneOf } from '../../../../schemas/types.ts'

export const listSyncRecords = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records',
  scope: 'sales:sync:read',
  summary: 'List the records of a sync run, newest first',
  description:
    'Each record shows the result for one item. Records are kept for 30 days; large runs keep only some of them, which `itemsTruncated` of the run shows.',
  query: { action: oneOf(RECORD_ACTIONS) },
  of: SyncRecord,
  itemsPerPage: 30,
  run: ({ db }, { caller, params: { channelId, syncId }, query, page }) =>
    pageOfSyncRecords(db, caller.tenant, { channelId, syncId }, page, query.action),
})
