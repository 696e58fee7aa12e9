import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findSyncRun } from '../../../../lib/sales/sync-health/find-sync-run.ts'
import { SyncRun } from '../../../../schemas/sales/sync.ts'

export const getSyncRun = endpoint({
  route: 'GET /api/sales/channels/{channelId}/sync-runs/{syncId}',
  scope: 'sales:sync:read',
  summary: 'Get a sync run and its progress',
  returns: SyncRun,
  run: async ({ db }, { caller, params }) => orNotFound(await findSyncRun(db, caller.tenant, params)),
})
