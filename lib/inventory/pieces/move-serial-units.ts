import { findVariants } from '../../catalog/find-variants.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredStockItem } from '../stock-store.ts'
import {
  canMove,
  getFreeIn,
  SERIAL_UNIT_MOVES,
  type SerialUnitMove,
  type StoredSerialUnit,
  serialUnitUri,
} from './serial-unit.ts'
import { serialUnits } from './serial-unit-store.ts'

/** Pieces that somebody has: so many of these serial units. */
export interface WantedUnits {
  quantity: number
  serials?: readonly Id[] | undefined
}

/** Chooses as many units as are wanted of those named, leaving out units that the action does not apply to any more. */
const chooseUnits = (
  known: ReadonlyMap<Id, StoredSerialUnit>,
  wanted: readonly WantedUnits[],
  action: SerialUnitMove,
  isPicked: boolean,
): StoredSerialUnit[] => {
  const chosen = new Set<StoredSerialUnit>()
  for (const { quantity, serials = [] } of wanted) {
    const fit = serials
      .flatMap((id) => known.get(id) ?? [])
      // A unit that has changed since it was picked has changed with its stock item, so the work runs again.
      .filter((unit) => (isPicked || canMove(unit, action)) && !chosen.has(unit))
    if (fit.length < quantity)
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `Only ${fit.length} of ${quantity} serial units are ${SERIAL_UNIT_MOVES[action].from.join(' or ')}.`,
      )
    for (const unit of fit.slice(0, quantity)) chosen.add(unit)
  }
  return [...chosen]
}

interface Options {
  /** The stock item at which the units are afterwards. */
  to?: Pick<StoredStockItem, 'id' | 'custodianId'>
  /** The units as they were read when they were chosen. */
  picked?: readonly StoredSerialUnit[] | undefined
}

/** Moves serial units to their next state, at another stock item if one is given, and emits an event of each. */
export const moveSerialUnits = async (
  db: Table,
  unit: Unit,
  wanted: readonly WantedUnits[],
  action: SerialUnitMove,
  { to, picked }: Options = {},
): Promise<void> => {
  const ids = [...new Set(wanted.flatMap(({ serials = [] }) => serials))]
  const found = picked ?? (await findAll(db, serialUnits, unit.tenant, ids))
  const known = new Map(found.map((each) => [each.id, each]))
  const chosen = chooseUnits(known, wanted, action, picked !== undefined)
  const variants = await findVariants(db, unit.tenant, [...new Set(chosen.map(({ variantId }) => variantId))])
  const status = SERIAL_UNIT_MOVES[action].to
  for (const each of chosen) {
    const place = { stockItemId: to?.id ?? each.stockItemId, custodianId: to?.custodianId ?? each.custodianId }
    unit.update(serialUnits, each, { status, ...place, freeIn: getFreeIn(status, place.stockItemId) })
    const described = variants.get(each.variantId)
    unit.emit('inventory.serial_unit.status_changed', {
      subject: serialUnitUri(each.id),
      data: {
        serialUnitId: each.id,
        serialNumber: each.serialNumber,
        sku: described?.variant.sku ?? '',
        productName: described?.product.name ?? null,
        status,
        before: each.status,
      },
    })
  }
}
