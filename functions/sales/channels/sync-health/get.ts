import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { syncHealth } from '../../../../lib/sales/sync-health/sync-health.ts'
import { SyncHealth } from '../../../../schemas/sales/catalog/drift.ts'

export const getSyncHealth = endpoint({
  route: 'GET /api/sales/channels/sync-health',
  scope: 'sales:sync:read',
  waitsForGate: true,
  summary: 'Get the drift of all channels’ catalogs',
  returns: SyncHealth,
  run: (app, { caller }) => syncHealth(app, caller.tenant),
})
