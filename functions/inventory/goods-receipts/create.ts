import { announceGoods } from '../../../lib/inventory/goods-receipts/announce-goods.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateGoodsReceiptInput, GoodsReceipt } from '../../../schemas/inventory/goods-receipt.ts'

export const createGoodsReceipt = endpoint({
  route: 'POST /api/inventory/goods-receipts',
  scope: 'inventory:receipt:write',
  summary: 'Announce goods that will arrive at a custodian',
  idempotent: true,
  body: CreateGoodsReceiptInput,
  success: 201,
  returns: GoodsReceipt,
  run: ({ db }, { body, unit }) => announceGoods(db, unit, body),
})
