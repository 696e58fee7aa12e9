import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { GOODS_RECEIPT_MOVES } from './goods-receipt.ts'
import { findGoodsReceipt } from './goods-receipt-store.ts'

export const goodsReceiptAbilities: AbilitySubject = {
  noun: 'goods receipt',
  find: findGoodsReceipt,
  moves: GOODS_RECEIPT_MOVES,
  needs: 'inventory:receipt:write',
}
