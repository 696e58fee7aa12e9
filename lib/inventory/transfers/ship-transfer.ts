import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock } from '../movements/change-stock.ts'
import { changePieces, PIECE_EFFECTS } from '../pieces/change-pieces.ts'
import { checkRoom } from '../pieces/check-room.ts'
import type { StoredLot } from '../pieces/lot.ts'
import { type Pieces, pickPieces } from '../pieces/pick-pieces.ts'
import { countFree, findStockAtCustodian, type StoredStockItem } from '../stock-store.ts'
import { type LotInTransit, presentTransfer, type StoredTransferLine, TRANSFER_MOVES, transferUri } from './transfer.ts'
import { transfers } from './transfer-store.ts'

const describeLots = ({ lots = [] }: Pieces, known: readonly StoredLot[] = []): LotInTransit[] =>
  lots.flatMap(({ lotId, quantity }) => {
    const lot = known.find(({ id }) => id === lotId)
    return lot ? [{ code: lot.code, expiresOn: lot.expiresOn, quantity }] : []
  })

/** Takes the pieces of a line off the shelf, of lots those that expire first; undefined if too few are free. */
const shipLine = async (
  db: Table,
  unit: Unit,
  item: StoredStockItem | undefined,
  line: StoredTransferLine,
  { today, cause }: { today: string; cause: string },
): Promise<StoredTransferLine | undefined> => {
  const { quantity } = line
  if (!item || countFree(item) < quantity) return undefined
  const { pieces, count, picked } = await pickPieces(db, unit.tenant, item, quantity, today)
  if (count < quantity) return undefined
  const blocked = await changePieces(db, unit, item, [{ quantity, ...pieces }], PIECE_EFFECTS.transferOut, picked)
  changeStock(unit, item, { kind: 'transfer_out', onHand: -quantity, blocked, cause })
  return {
    ...line,
    shipped: quantity,
    ...(pieces.lots && { lots: describeLots(pieces, picked.lots) }),
    ...(pieces.serials && { serials: pieces.serials }),
  }
}

/** Takes all pieces of a transfer off the shelf of the custodian that sends them, or none. */
export const shipTransfer = async (db: Table, unit: Unit, id: string) => {
  const transfer = await unit.load(transfers, id)
  const status = move(TRANSFER_MOVES, 'transfer', transfer.status, 'ship')
  const variantIds = transfer.lines.map(({ variantId }) => variantId)
  const [items, zone] = await Promise.all([
    findStockAtCustodian(db, unit.tenant, transfer.fromCustodianId, variantIds),
    getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  const leaving = { today: toLocalDay(zone, unit.now), cause: transferUri(transfer.id) }
  const lines: StoredTransferLine[] = []
  const short: Id[] = []
  for (const line of transfer.lines) {
    const shipped = await shipLine(db, unit, items.get(line.variantId), line, leaving)
    if (shipped) lines.push(shipped)
    else short.push(line.variantId)
  }
  checkRoom(unit)
  if (short.length)
    throw new Problem('OPERATION_NOT_ALLOWED', `Too few pieces are free of the variants ${short.join(', ')}.`)
  return presentTransfer(unit.update(transfers, transfer, { status, lines, shippedAt: unit.now.toISOString() }))
}
