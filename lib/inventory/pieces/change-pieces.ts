import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredStockItem } from '../stock-store.ts'
import { changeLots, type LotEffect } from './change-lots.ts'
import { moveSerialUnits } from './move-serial-units.ts'
import type { PickedRecords, Pieces } from './pick-pieces.ts'
import type { SerialUnitMove } from './serial-unit.ts'

interface Effect {
  lot: LotEffect
  serial: SerialUnitMove
}

/** Changes of single pieces, beside the quantities of their stock item. */
export const PIECE_EFFECTS = {
  reserve: { lot: { onHand: 0, reserved: 1 }, serial: 'reserve' },
  release: { lot: { onHand: 0, reserved: -1 }, serial: 'release' },
  handOver: { lot: { onHand: -1, reserved: -1 }, serial: 'ship' },
  take: { lot: { onHand: -1, reserved: 0 }, serial: 'transfer' },
  reverse: { lot: { onHand: 1, reserved: 0 }, serial: 'reverse' },
  reverseReserved: { lot: { onHand: 1, reserved: 1 }, serial: 'reverse_reserved' },
  takeBack: { lot: { onHand: 1, reserved: 0 }, serial: 'take_back' },
  quarantine: { lot: { onHand: 0, reserved: 0 }, serial: 'quarantine' },
  lose: { lot: { onHand: 0, reserved: 0 }, serial: 'lose' },
  discard: { lot: { onHand: 0, reserved: 0 }, serial: 'discard' },
  writeOff: { lot: { onHand: -1, reserved: 0 }, serial: 'write_off' },
  restock: { lot: { onHand: 1, reserved: 0 }, serial: 'restock' },
  transferOut: { lot: { onHand: -1, reserved: 0 }, serial: 'transfer' },
} as const satisfies Record<string, Effect>

/** Pieces of one stock item: a number of them, and which ones if the item is tracked. */
export type WantedPieces = Pieces & { quantity: number }

/** Applies an effect to the pieces of one stock item; returns by how many those change that must not be promised. */
export const changePieces = async (
  db: Table,
  unit: Unit,
  item: StoredStockItem,
  wanted: readonly WantedPieces[],
  { lot, serial }: Effect,
  picked: PickedRecords = {},
): Promise<number> => {
  if (item.tracking === 'serial')
    // A unit that comes back may come to another custodian than the one it left.
    await moveSerialUnits(db, unit, wanted, serial, { to: item, picked: picked.units })
  if (item.tracking !== 'lot' || (!lot.onHand && !lot.reserved)) return 0
  return await changeLots(db, unit, item, wanted, lot, picked.lots)
}
