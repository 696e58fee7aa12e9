import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { pageOfRuns } from '../../../lib/sales/runs/sync-store.ts'
import { RUN_TROUBLES, SYNC_RESULTS, SYNC_TYPES, SyncRun } from '../../../schemas/sales/sync.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listAllSyncRuns = listEndpoint({
  route: 'GET /api/sales/sync-runs',
  scope: 'sales:sync:read',
  summary: 'List the sync runs of all channels, newest first',
  description: 'Ended runs are kept for 90 days.',
  query: { channelId: id(), status: oneOf(SYNC_RESULTS), type: oneOf(SYNC_TYPES), trouble: oneOf(RUN_TROUBLES) },
  of: SyncRun,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => pageOfRuns(db, caller.tenant, page, query),
})
