import { receiveGoods } from '../../../lib/inventory/goods-receipts/receive-goods.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { GoodsReceipt, ReceiveGoodsInput } from '../../../schemas/inventory/goods-receipt.ts'

export const receiveGoodsReceipt = endpoint({
  route: 'POST /api/inventory/goods-receipts/{id}/receive',
  scope: 'inventory:receipt:write',
  summary: 'Record goods that arrived',
  description:
    'May be repeated until the goods receipt is closed; send an `Idempotency-Key`. A variant without a stock item at the custodian gets one.',
  idempotent: true,
  body: ReceiveGoodsInput,
  returns: GoodsReceipt,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, body, unit }) => receiveGoods(db, unit, params.id, body),
})
