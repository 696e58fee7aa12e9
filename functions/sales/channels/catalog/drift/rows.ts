import { listEndpoint } from '../../../../../lib/platform/http/endpoint.ts'
import { pageOfDrift } from '../../../../../lib/sales/listings/drift.ts'
import { DriftRow } from '../../../../../schemas/sales/catalog/drift.ts'

export const listDriftRows = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/drift/rows',
  scope: 'sales:sync:read',
  waitsForGate: true,
  summary: 'List the variants that a channel shows, with their drift from what the platform confirmed',
  of: DriftRow,
  itemsPerPage: 30,
  run: (app, { caller, params, page }) => pageOfDrift(app, caller.tenant, params.channelId, page),
})
