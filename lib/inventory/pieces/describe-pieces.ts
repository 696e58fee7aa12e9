import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { lots } from './lot-store.ts'
import type { Pieces } from './pick-pieces.ts'
import { serialUnits } from './serial-unit-store.ts'

/** The names by which people know single pieces, by id. */
export interface PieceNames {
  lots: ReadonlyMap<Id, { code: string; expiresOn: Day | null }>
  serialNumbers: ReadonlyMap<Id, string>
}

/** Reads the codes of the lots and the numbers of the serial units that somebody keeps. */
export const describePieces = async (db: Table, tenant: Id, all: readonly Pieces[]): Promise<PieceNames> => {
  const lotIds = new Set(all.flatMap((pieces) => (pieces.lots ?? []).map(({ lotId }) => lotId)))
  const unitIds = new Set(all.flatMap(({ serials = [] }) => serials))
  const [foundLots, units] = await Promise.all([
    findAll(db, lots, tenant, [...lotIds]),
    findAll(db, serialUnits, tenant, [...unitIds]),
  ])
  return {
    lots: new Map(foundLots.map(({ id, code, expiresOn }) => [id, { code, expiresOn }])),
    serialNumbers: new Map(units.map(({ id, serialNumber }) => [id, serialNumber])),
  }
}
