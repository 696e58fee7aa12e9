import type { Tracking } from '../../../schemas/inventory/stock-item.ts'
import type { MovementKind } from '../../../schemas/inventory/stock-movement.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock, createStock } from '../movements/change-stock.ts'
import { type ArrivingLot, addSerialUnits, addToLots } from '../pieces/add-to-lots.ts'
import { checkRoom } from '../pieces/check-room.ts'
import { moveSerialUnits } from '../pieces/move-serial-units.ts'
import { findStockAtCustodian, type StoredStockItem } from '../stock-store.ts'

/** Pieces of a variant that arrive at a custodian. */
export interface ArrivedLine {
  variantId: Id
  quantity: number
  lots?: readonly ArrivingLot[] | null | undefined
  /** Serial numbers of units that are new. */
  serialNumbers?: readonly string[] | null | undefined
  /** Ids of serial units that come from elsewhere. */
  serials?: readonly Id[] | undefined
}

interface Arrival {
  custodianId: Id
  kind: MovementKind
  cause: string
  occurredAt?: string | null
}

const getTracking = ({ lots, serialNumbers, serials }: ArrivedLine): Tracking => {
  if (lots?.length) return 'lot'
  return serialNumbers?.length || serials?.length ? 'serial' : 'none'
}

const requireSameTracking = (item: StoredStockItem, line: ArrivedLine, propertyPath: string): void => {
  const { tracking } = item
  if (tracking === getTracking(line)) return
  const wanted = { none: 'neither lots nor serial numbers', lot: 'lots', serial: 'serial numbers' }[tracking]
  throw invalid({ propertyPath, message: `must have ${wanted}, like the stock item of the variant` })
}

const addLine = async (
  db: Table,
  unit: Unit,
  existing: StoredStockItem | undefined,
  line: ArrivedLine,
  { custodianId, ...movement }: Arrival,
  propertyPath: string,
): Promise<void> => {
  const { variantId, quantity } = line
  if (existing) requireSameTracking(existing, line, propertyPath)
  const place = existing ?? { id: unit.newId(), variantId, custodianId }
  const blocked = line.lots?.length ? await addToLots(db, unit, place, line.lots, `${propertyPath}.lots`) : 0
  if (line.serialNumbers?.length) addSerialUnits(unit, place, line.serialNumbers)
  if (line.serials?.length)
    await moveSerialUnits(db, unit, [{ quantity, serials: line.serials }], 'arrive', { to: place })
  if (existing) changeStock(unit, existing, { ...movement, onHand: quantity, blocked })
  else createStock(unit, { ...place, onHand: quantity, tracking: getTracking(line) }, movement)
}

/** Adds pieces to the stock of a custodian; creates stock items, lots and serial units as they are needed. */
export const addArrivedStock = async (
  db: Table,
  unit: Unit,
  lines: readonly ArrivedLine[],
  arrival: Arrival,
): Promise<void> => {
  const variantIds = lines.map(({ variantId }) => variantId)
  const items = await findStockAtCustodian(db, unit.tenant, arrival.custodianId, variantIds)
  for (const [i, line] of lines.entries()) {
    await addLine(db, unit, items.get(line.variantId), line, arrival, `lines[${i}]`)
    checkRoom(unit)
  }
}
