import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { pageOfSyncRuns } from '../../../../lib/sales/sync-health/find-sync-run.ts'
import { SYNC_RESULTS, SyncRun } from '../../../../schemas/sales/sync.ts'
import { oneOf } from '../../../../schemas/types.ts'

export const listSyncRuns = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/sync-runs',
  scope: 'sales:sync:read',
  summary: "List a channel's sync runs, newest first",
  description: 'Ended runs are kept for 90 days.',
  query: { status: oneOf(SYNC_RESULTS) },
  of: SyncRun,
  itemsPerPage: 30,
  run: ({ db }, { caller, params, query, page }) =>
    pageOfSyncRuns(db, caller.tenant, params.channelId, page, query.status),
})
