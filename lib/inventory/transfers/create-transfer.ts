import type { CreateTransferInput } from '../../../schemas/inventory/stock-transfer.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { requireVariantsOfLines } from '../goods-receipts/announce-goods.ts'
import { presentTransfer, TRANSFER_MOVES } from './transfer.ts'
import { transfers } from './transfer-store.ts'

export const createTransfer = async (db: Table, unit: Unit, given: CreateTransferInput) => {
  const { fromCustodianId, toCustodianId, reference = null, lines } = given
  if (fromCustodianId === toCustodianId)
    throw invalid({ propertyPath: 'toCustodianId', message: 'must differ from fromCustodianId' })
  await Promise.all([
    requireCustodian(db, unit.tenant, fromCustodianId, 'fromCustodianId'),
    requireCustodian(db, unit.tenant, toCustodianId, 'toCustodianId'),
    requireVariantsOfLines(db, unit.tenant, lines),
  ])
  return presentTransfer(
    unit.create(transfers, {
      fromCustodianId,
      toCustodianId,
      reference,
      status: 'draft',
      lines: lines.map((line) => ({ ...line, shipped: 0, received: 0, lost: 0 })),
      shippedAt: null,
      completedAt: null,
    }),
  )
}

/** Cancels a transfer that has not left. */
export const cancelTransfer = async (unit: Unit, id: string) => {
  const transfer = await unit.load(transfers, id)
  const status = move(TRANSFER_MOVES, 'transfer', transfer.status, 'cancel')
  return presentTransfer(unit.update(transfers, transfer, { status }))
}
