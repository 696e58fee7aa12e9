import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { HandOffTally } from './hand-off-tally.ts'

// Tallies of hand-offs:  T#<tenant>#hand-off-tally / <fulfilment order>   what was charged of each of its hand-offs

export interface StoredTally extends Stored {
  handOffs: HandOffTally
  /** Charges that rules per job have settled. */
  settled: readonly Id[]
}

const handOffTallies = entity<StoredTally>({ name: 'hand-off-tally', shape: 1, audit: false, lists: [] })

export const findTally = (db: Table, tenant: Id, fulfilmentOrderId: Id) =>
  find(db, handOffTallies, tenant, fulfilmentOrderId)

/** Writes the tally; the unit fails if another hand-off was charged since `before` was read. */
export const putTally = (unit: Unit, id: Id, before: StoredTally | undefined, handOffs: HandOffTally): void => {
  if (before) unit.update(handOffTallies, before, { handOffs })
  else unit.create(handOffTallies, { id, handOffs, settled: [] }, 'stale')
}

/** Records that these charges are settled; the unit fails if the tally has changed since `before` was read. */
export const addSettled = (unit: Unit, before: StoredTally, chargeIds: readonly Id[]): void => {
  unit.update(handOffTallies, before, { settled: [...before.settled, ...chargeIds] })
}
