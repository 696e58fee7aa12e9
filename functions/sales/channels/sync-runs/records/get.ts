import { endpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../../lib/platform/problem.ts'
import { findSyncRecord } from '../../../../../lib/sales/sync-health/find-sync-run.ts'
import { SyncRecord } from '../../../../../schemas/sales/sync.ts'

export const getSyncRecord = endpoint({
  route: 'GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records/{id}',
  scope: 'sales:sync:read',
  summary: 'Get a record of a sync run',
  returns: SyncRecord,
  run: async ({ db }, { caller, params }) => orNotFound(await findSyncRecord(db, caller.tenant, params)),
})
