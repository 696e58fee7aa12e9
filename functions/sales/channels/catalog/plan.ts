import { endpoint } from '../../../../lib/http/endpoint.ts'
import { catalogPlan } from '../../../../lib/sales/catalog-plan.ts'
import { CatalogPlan } from '../../../../schemas/drift.ts'

export const getCatalogPlan = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/plan',
  scope: 'sales:sync:read',
  summary: 'Get what a publish would do',
  returns: CatalogPlan,
  run: (app, { caller, params }) => catalogPlan(app, caller.tenant, params.channelId),
})
