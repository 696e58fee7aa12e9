import { Problem } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredStockItem } from '../stock-store.ts'
import { countBlocked, countFreeOfLot, followQuantity, type LotPieces, type StoredLot } from './lot.ts'
import { listLotsOfItem, lots } from './lot-store.ts'

/** The effect of each piece on its lot. `onHand` and `reserved` are -1, 0 or 1. */
export interface LotEffect {
  onHand: -1 | 0 | 1
  reserved: -1 | 0 | 1
}

/** Pieces of one stock item that somebody has, of these lots if they are known. */
export interface WantedOfLots {
  quantity: number
  lots?: readonly LotPieces[] | undefined
}

/** Changes a lot and returns by how many pieces those change that must not be promised. */
export const updateLot = (
  unit: Unit,
  lot: StoredLot,
  changes: Partial<Pick<StoredLot, 'onHand' | 'reserved'>>,
): number => {
  const next = { ...lot, ...changes }
  const status = followQuantity(lot, next.onHand)
  unit.update(lots, lot, { ...changes, status })
  return countBlocked({ ...next, status }) - countBlocked(lot)
}

/** Counts the pieces to which the effect still applies. */
const countLeft = (lot: StoredLot, taken: number, { onHand, reserved }: LotEffect): number => {
  if (reserved < 0) return lot.reserved - taken
  if (onHand > 0) return Number.POSITIVE_INFINITY
  return reserved > 0 || onHand < 0 ? countFreeOfLot(lot) - taken : Number.POSITIVE_INFINITY
}

/** Spreads the wanted pieces over lots: first over those that are named, as far as the effect still applies to them. */
export const spreadOverLots = (
  all: readonly StoredLot[],
  wanted: readonly WantedOfLots[],
  effect: LotEffect,
): ReadonlyMap<StoredLot, number> | undefined => {
  const taken = new Map<StoredLot, number>()
  const take = (lot: StoredLot, most: number): number => {
    const before = taken.get(lot) ?? 0
    const quantity = Math.max(0, Math.min(most, countLeft(lot, before, effect)))
    if (quantity) taken.set(lot, before + quantity)
    return quantity
  }
  for (const { quantity, lots: named = [] } of wanted) {
    let left = quantity
    for (const pieces of named) {
      const lot = all.find(({ id }) => id === pieces.lotId)
      if (lot) left -= take(lot, Math.min(left, pieces.quantity))
    }
    for (const lot of all) if (left) left -= take(lot, left)
    if (left) return undefined
  }
  return taken
}

/** Applies an effect to pieces of a stock item that is tracked by lot; returns the change of those not to be promised. */
export const changeLots = async (
  db: Table,
  unit: Unit,
  item: StoredStockItem,
  wanted: readonly WantedOfLots[],
  effect: LotEffect,
  picked?: readonly StoredLot[],
): Promise<number> => {
  const ids = [...new Set(wanted.flatMap(({ lots: named = [] }) => named.map(({ lotId }) => lotId)))]
  const named = picked?.filter(({ id }) => ids.includes(id)) ?? (await findAll(db, lots, unit.tenant, ids))
  let spread = spreadOverLots(named, wanted, effect)
  // Whoever does not keep the lots of an allocation still gives back the right number of pieces.
  if (!spread && (effect.reserved < 0 || effect.onHand > 0))
    spread = spreadOverLots(await listLotsOfItem(db, unit.tenant, item.id), wanted, effect)
  if (!spread) throw new Problem('OPERATION_NOT_ALLOWED', `The lots of stock item ${item.id} have too few such pieces.`)
  let blocked = 0
  for (const [lot, quantity] of spread)
    blocked += updateLot(unit, lot, {
      onHand: lot.onHand + quantity * effect.onHand,
      reserved: lot.reserved + quantity * effect.reserved,
    })
  return blocked
}
