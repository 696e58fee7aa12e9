import { closeGoodsReceipt as act } from '../../../lib/inventory/goods-receipts/announce-goods.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { GoodsReceipt } from '../../../schemas/inventory/goods-receipt.ts'

export const closeGoodsReceipt = endpoint({
  route: 'POST /api/inventory/goods-receipts/{id}/close',
  scope: 'inventory:receipt:write',
  summary: 'Close a goods receipt, complete or not',
  description: '`short` and `over` of its lines tell what differs from what was announced.',
  returns: GoodsReceipt,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => act(unit, params.id),
})
