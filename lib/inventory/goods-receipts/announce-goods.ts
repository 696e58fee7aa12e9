import type { CreateGoodsReceiptInput } from '../../../schemas/inventory/goods-receipt.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { findRepeatedVariants, GOODS_RECEIPT_MOVES, presentGoodsReceipt } from './goods-receipt.ts'
import { goodsReceipts } from './goods-receipt-store.ts'

/** Throws a violation for each line whose variant is repeated or does not exist. */
export const requireVariantsOfLines = async (
  db: Table,
  tenant: Id,
  lines: readonly { variantId: Id }[],
): Promise<void> => {
  const found = await findVariants(db, tenant, [...new Set(lines.map(({ variantId }) => variantId))])
  const unknown = lines.flatMap(({ variantId }, i) =>
    found.has(variantId)
      ? []
      : [{ propertyPath: `lines[${i}].variantId`, message: 'must be the id of an existing variant' }],
  )
  const violations = [...unknown, ...findRepeatedVariants(lines)]
  if (violations.length) throw invalid(...violations)
}

/** Creates a goods receipt: what is expected to arrive at a custodian, whose system is told if it wants to know. */
export const announceGoods = async (db: Table, unit: Unit, given: CreateGoodsReceiptInput) => {
  const { custodianId, reference = null, expectedAt = null, lines } = given
  const { tenant } = unit
  const [custodian] = await Promise.all([
    requireCustodian(db, tenant, custodianId),
    requireVariantsOfLines(db, tenant, lines),
  ])
  const receipt = unit.create(goodsReceipts, {
    custodianId,
    reference,
    expectedAt,
    status: 'expected',
    lines: lines.map((line) => ({ ...line, received: 0 })),
    remoteId: null,
    announcementError: null,
    closedAt: null,
  })
  if (custodian.enabledCapabilities.includes('push_inventory'))
    unit.schedule('inventory.receipts.announce', { tenant, receiptId: receipt.id })
  return presentGoodsReceipt(receipt)
}

/** Ends a goods receipt, however much of it has arrived. */
export const closeGoodsReceipt = async (unit: Unit, id: string) => {
  const receipt = await unit.load(goodsReceipts, id)
  const status = move(GOODS_RECEIPT_MOVES, 'goods receipt', receipt.status, 'close')
  return presentGoodsReceipt(unit.update(goodsReceipts, receipt, { status, closedAt: unit.now.toISOString() }))
}

/** Cancels a goods receipt of which nothing has arrived. */
export const cancelGoodsReceipt = async (unit: Unit, id: string) => {
  const receipt = await unit.load(goodsReceipts, id)
  const status = move(GOODS_RECEIPT_MOVES, 'goods receipt', receipt.status, 'cancel')
  return presentGoodsReceipt(unit.update(goodsReceipts, receipt, { status }))
}
