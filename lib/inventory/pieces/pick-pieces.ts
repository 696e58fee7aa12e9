import { MAX_SERIAL_PIECES } from '../../../schemas/inventory/stock-item.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredStockItem } from '../stock-store.ts'
import { chooseLots, type LotPieces, type StoredLot } from './lot.ts'
import { listLotsOfItem } from './lot-store.ts'
import type { StoredSerialUnit } from './serial-unit.ts'
import { listFreeUnits } from './serial-unit-store.ts'

/** The pieces of a tracked stock item; empty for an item whose pieces are all alike. */
export interface Pieces {
  lots?: readonly LotPieces[]
  /** Ids of serial units. */
  serials?: readonly Id[]
}

/** Lots and serial units as they were read when they were chosen, so that a change in between fails the transaction. */
export interface PickedRecords {
  lots?: readonly StoredLot[]
  units?: readonly StoredSerialUnit[]
}

/** Chooses free pieces of a stock item; `count` is below `wanted` if there are fewer, or too many for one transaction. */
export const pickPieces = async (
  db: Table,
  tenant: Id,
  item: StoredStockItem,
  wanted: number,
  today: Day,
): Promise<{ pieces: Pieces; count: number; picked: PickedRecords }> => {
  if (item.tracking === 'lot') {
    const active = await listLotsOfItem(db, tenant, item.id, 'active')
    const lots = chooseLots(active, wanted, today)
    return { pieces: { lots }, count: lots.reduce((sum, { quantity }) => sum + quantity, 0), picked: { lots: active } }
  }
  if (item.tracking === 'serial') {
    const units = await listFreeUnits(db, tenant, item.id, Math.min(wanted, MAX_SERIAL_PIECES))
    return { pieces: { serials: units.map(({ id }) => id) }, count: units.length, picked: { units } }
  }
  return { pieces: {}, count: wanted, picked: {} }
}
