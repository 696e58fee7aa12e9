import type { ReceiveTransferInput } from '../../../schemas/inventory/stock-transfer.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type ArrivedLine, addArrivedStock } from '../goods-receipts/add-arrived-stock.ts'
import { findRepeatedVariants } from '../goods-receipts/goods-receipt.ts'
import { changeStock } from '../movements/change-stock.ts'
import { checkRoom } from '../pieces/check-room.ts'
import { moveSerialUnits } from '../pieces/move-serial-units.ts'
import { findStockAtCustodian } from '../stock-store.ts'
import {
  countInTransit,
  findArrivalViolations,
  presentTransfer,
  type StoredTransfer,
  type StoredTransferLine,
  TRANSFER_MOVES,
  takeFromFront,
  transferUri,
} from './transfer.ts'
import { transfers } from './transfer-store.ts'

interface Arrival {
  line: StoredTransferLine
  arrived: ArrivedLine
  lost: { variantId: Id; quantity: number; serials: readonly Id[] }
}

/** Divides what was in transit into what arrived, what was lost and what remains, in the order in which it left. */
const divideLine = (line: StoredTransferLine, received: number, lost: number): Arrival => {
  const { variantId, lots = [], serials = [] } = line
  const [arrivedLots, otherLots] = takeFromFront(lots, received)
  const [, lotsLeft] = takeFromFront(otherLots, lost)
  return {
    line: {
      ...line,
      received: line.received + received,
      lost: line.lost + lost,
      ...(line.lots && { lots: lotsLeft }),
      ...(line.serials && { serials: serials.slice(received + lost) }),
    },
    arrived: { variantId, quantity: received, lots: arrivedLots, serials: serials.slice(0, received) },
    lost: { variantId, quantity: lost, serials: serials.slice(received, received + lost) },
  }
}

/** Records lost pieces at the custodian that sent them; they had left its shelf before. */
const writeOffLost = async (
  db: Table,
  unit: Unit,
  transfer: StoredTransfer,
  arrivals: readonly Arrival[],
  reason: string | null,
): Promise<void> => {
  const lost = arrivals.map((each) => each.lost).filter(({ quantity }) => quantity > 0)
  if (!lost.length) return
  const variantIds = lost.map(({ variantId }) => variantId)
  const items = await findStockAtCustodian(db, unit.tenant, transfer.fromCustodianId, variantIds)
  for (const { variantId, quantity, serials } of lost) {
    const item = items.get(variantId)
    if (item) changeStock(unit, item, { kind: 'write_off', quantity, cause: transferUri(transfer.id), reason })
    if (serials.length) await moveSerialUnits(db, unit, [{ quantity, serials }], 'lose')
  }
}

/** Adds pieces that arrived to the custodian that gets them, and writes those off that will not arrive. */
export const receiveTransfer = async (db: Table, unit: Unit, id: string, given: ReceiveTransferInput) => {
  const transfer = await unit.load(transfers, id)
  move(TRANSFER_MOVES, 'transfer', transfer.status, 'receive')
  const violations = [...findRepeatedVariants(given.lines), ...findArrivalViolations(transfer, given)]
  if (violations.length) throw invalid(...violations)
  const arrivals = new Map<StoredTransferLine, Arrival>()
  for (const line of transfer.lines) {
    const said = given.lines.find(({ variantId }) => variantId === line.variantId)
    if (said) arrivals.set(line, divideLine(line, said.received, said.lost ?? 0))
  }
  const lines = transfer.lines.map((line) => arrivals.get(line)?.line ?? line)
  const isComplete = lines.every((line) => countInTransit(line) === 0)
  const done = isComplete && {
    status: move(TRANSFER_MOVES, 'transfer', transfer.status, 'complete'),
    completedAt: unit.now.toISOString(),
  }
  const after = unit.update(transfers, transfer, { lines, ...done })
  const arrived = [...arrivals.values()].map((each) => each.arrived).filter(({ quantity }) => quantity > 0)
  const cause = transferUri(transfer.id)
  await addArrivedStock(db, unit, arrived, { custodianId: transfer.toCustodianId, kind: 'transfer_in', cause })
  await writeOffLost(db, unit, transfer, [...arrivals.values()], given.reason ?? null)
  checkRoom(unit)
  return presentTransfer(after)
}
