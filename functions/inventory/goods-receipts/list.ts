import { listGoodsReceipts as list } from '../../../lib/inventory/goods-receipts/goods-receipt-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { GOODS_RECEIPT_STATES, GoodsReceipt } from '../../../schemas/inventory/goods-receipt.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listGoodsReceipts = listEndpoint({
  route: 'GET /api/inventory/goods-receipts',
  scope: 'inventory:receipt:read',
  summary: 'List goods receipts, newest first',
  query: { custodianId: id(), status: oneOf(GOODS_RECEIPT_STATES) },
  of: GoodsReceipt,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
