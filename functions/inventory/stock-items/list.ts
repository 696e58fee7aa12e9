import { findVariantIdsBySku } from '../../../lib/catalog/find-variant-ids-by-sku.ts'
import { listStockItems as list } from '../../../lib/inventory/stock-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { foldSku } from '../../../lib/platform/identifiers/sku.ts'
import { StockItem } from '../../../schemas/inventory/stock-item.ts'
import { id, text } from '../../../schemas/types.ts'

export const listStockItems = listEndpoint({
  route: 'GET /api/inventory/stock-items',
  scope: 'inventory:stock_item:read',
  summary: 'List stock items, newest first',
  query: {
    variantId: id(),
    custodianId: id(),
    sku: text(255, { description: 'SKU of the variant, however it is spelled', examples: ['TEA-GREEN-100'] }),
  },
  of: StockItem,
  itemsPerPage: 30,
  async run({ db }, { caller, query: { sku, variantId, custodianId }, page }) {
    if (sku === undefined) return list(db, caller.tenant, page, { variantId, custodianId })
    const owner = (await findVariantIdsBySku(db, caller.tenant, [sku])).get(foldSku(sku))
    if (!owner || (variantId && variantId !== owner)) return { items: [], totalItems: 0 }
    return list(db, caller.tenant, page, { variantId: owner, custodianId })
  },
})
