import type { SerialUnit, SerialUnitState } from '../../../schemas/inventory/serial-unit.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredSerialUnit extends Omit<SerialUnit, keyof Stored>, Stored {
  /** The stock item while the unit can be reserved there, else null; field of the list that finds free units. */
  freeIn: Id | null
}

export const SERIAL_UNIT_MOVES = {
  reserve: { from: ['in_stock', 'returned'], to: 'reserved' },
  release: { from: ['reserved'], to: 'in_stock' },
  ship: { from: ['reserved'], to: 'shipped' },
  reverse: { from: ['shipped'], to: 'in_stock' },
  reverse_reserved: { from: ['shipped'], to: 'reserved' },
  take_back: { from: ['shipped'], to: 'returned' },
  quarantine: { from: ['shipped'], to: 'quarantined' },
  restock: { from: ['quarantined'], to: 'returned' },
  transfer: { from: ['in_stock', 'returned'], to: 'shipped' },
  arrive: { from: ['shipped'], to: 'in_stock' },
  write_off: { from: ['in_stock', 'returned'], to: 'written_off' },
  discard: { from: ['quarantined'], to: 'written_off' },
  lose: { from: ['shipped'], to: 'written_off' },
} as const satisfies Moves<SerialUnitState, string>

export type SerialUnitMove = keyof typeof SERIAL_UNIT_MOVES

export const serialUnitUri = (id: Id) => `commerce:///inventory/serial-units/${id}`

export const canMove = ({ status }: Pick<StoredSerialUnit, 'status'>, action: SerialUnitMove): boolean => {
  const from: readonly SerialUnitState[] = SERIAL_UNIT_MOVES[action].from
  return from.includes(status)
}

/** Returns the list in which a unit of this state can be found to be reserved; null for none. */
export const getFreeIn = (status: SerialUnitState, stockItemId: Id): Id | null =>
  status === 'in_stock' || status === 'returned' ? stockItemId : null
