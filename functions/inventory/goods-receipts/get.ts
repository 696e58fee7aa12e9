import { findGoodsReceipt } from '../../../lib/inventory/goods-receipts/goods-receipt-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { GoodsReceipt } from '../../../schemas/inventory/goods-receipt.ts'

export const getGoodsReceipt = endpoint({
  route: 'GET /api/inventory/goods-receipts/{id}',
  scope: 'inventory:receipt:read',
  summary: 'Get a goods receipt',
  returns: GoodsReceipt,
  async run({ db }, { caller, params }) {
    return orNotFound(await findGoodsReceipt(db, caller.tenant, params.id))
  },
})
