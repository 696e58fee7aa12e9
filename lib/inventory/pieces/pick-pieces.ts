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

/** Lots that are chosen at once; each is written together with its rows. */
const MAX_LOTS = 15

interface PickedPieces {
  pieces: Pieces
  /** Number of the chosen pieces: fewer than wanted if they are in more lots or units than one transaction changes. */
  count: number
  /** Pieces that could be chosen, as far as is known; below `wanted` if there are too few. */
  available: number
  picked: PickedRecords
}

const sumQuantities = (lots: readonly LotPieces[]) => lots.reduce((sum, { quantity }) => sum + quantity, 0)

/** Chooses free pieces of a stock item that is tracked, of so many lots or units at most. */
export const pickPieces = async (
  db: Table,
  tenant: Id,
  item: StoredStockItem,
  wanted: number,
  today: Day,
): Promise<PickedPieces> => {
  if (item.tracking === 'lot') {
    const active = await listLotsOfItem(db, tenant, item.id, 'active')
    const all = chooseLots(active, wanted, today)
    const lots = all.slice(0, MAX_LOTS)
    return { pieces: { lots }, count: sumQuantities(lots), available: sumQuantities(all), picked: { lots: active } }
  }
  if (item.tracking === 'serial') {
    const most = Math.min(wanted, MAX_SERIAL_PIECES)
    const units = await listFreeUnits(db, tenant, item.id, most)
    const available = units.length < most ? units.length : wanted
    return { pieces: { serials: units.map(({ id }) => id) }, count: units.length, available, picked: { units } }
  }
  return { pieces: {}, count: wanted, available: wanted, picked: {} }
}
