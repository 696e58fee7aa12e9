import type { ReceiveGoodsInput } from '../../../schemas/inventory/goods-receipt.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addArrivedStock } from './add-arrived-stock.ts'
import { findReceivedViolations, GOODS_RECEIPT_MOVES, goodsReceiptUri, presentGoodsReceipt } from './goods-receipt.ts'
import { goodsReceipts } from './goods-receipt-store.ts'

/** Records that goods arrived, possibly some of several times; the movements are in the order of these calls. */
export const receiveGoods = async (db: Table, unit: Unit, id: string, { lines, receivedAt }: ReceiveGoodsInput) => {
  const receipt = await unit.load(goodsReceipts, id)
  const status = move(GOODS_RECEIPT_MOVES, 'goods receipt', receipt.status, 'receive')
  const violations = findReceivedViolations(receipt, lines)
  const occurredAt = receivedAt ? new Date(receivedAt) : null
  if (occurredAt && !(occurredAt.getTime() <= unit.now.getTime()))
    violations.push({ propertyPath: 'receivedAt', message: 'must be an existing time in the past' })
  if (violations.length) throw invalid(...violations)
  const arrived = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))
  const after = unit.update(goodsReceipts, receipt, {
    status,
    lines: receipt.lines.map((line) => ({ ...line, received: line.received + (arrived.get(line.variantId) ?? 0) })),
  })
  await addArrivedStock(db, unit, lines, {
    custodianId: receipt.custodianId,
    kind: 'receipt',
    cause: goodsReceiptUri(receipt.id),
    occurredAt: occurredAt?.toISOString() ?? null,
  })
  return presentGoodsReceipt(after)
}
