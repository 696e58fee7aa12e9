import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { readCatalogPlan } from '../../../../lib/sales/listings/catalog-plan.ts'
import { CatalogPlan } from '../../../../schemas/sales/catalog/drift.ts'

export const getCatalogPlan = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/plan',
  scope: 'sales:sync:read',
  waitsForGate: true,
  summary: 'Preview a publish of the catalog',
  returns: CatalogPlan,
  run: (app, { caller, params }) => readCatalogPlan(app, caller.tenant, params.channelId),
})
