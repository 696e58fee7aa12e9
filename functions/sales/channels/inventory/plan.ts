import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { pageOfInventoryPlan } from '../../../../lib/sales/publish/inventory-plan.ts'
import { InventoryPlanRow } from '../../../../schemas/sales/catalog/inventory-plan.ts'
import { text } from '../../../../schemas/types.ts'

export const listInventoryPlan = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/inventory/plan',
  scope: 'sales:sync:read',
  waitsForGate: true,
  summary: 'Preview a publish of the stock, variant by variant',
  description:
    'A variant without a stock item is `skipped`: the shop keeps its current quantity. Variants that left the push assortment come last; `withdraw` says that the shop is told 0 and stops selling.',
  query: { sku: text(255, { description: 'SKU of the variant, however it is spelled', examples: ['TEA-GREEN-100'] }) },
  of: InventoryPlanRow,
  itemsPerPage: 30,
  run: (app, { caller, params, query, page }) => pageOfInventoryPlan(app, caller.tenant, params.channelId, page, query),
})
