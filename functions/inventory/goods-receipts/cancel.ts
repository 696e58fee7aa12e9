import { cancelGoodsReceipt as act } from '../../../lib/inventory/goods-receipts/announce-goods.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { GoodsReceipt } from '../../../schemas/inventory/goods-receipt.ts'

export const cancelGoodsReceipt = endpoint({
  route: 'POST /api/inventory/goods-receipts/{id}/cancel',
  scope: 'inventory:receipt:write',
  summary: 'Cancel a goods receipt of which nothing has arrived',
  returns: GoodsReceipt,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => act(unit, params.id),
})
