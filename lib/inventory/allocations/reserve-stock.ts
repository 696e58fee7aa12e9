import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock, changeStockInSteps, type StockChange } from '../movements/change-stock.ts'
import { bringLots } from '../pieces/bring-lots.ts'
import { changePieces, PIECE_EFFECTS } from '../pieces/change-pieces.ts'
import { pickPieces } from '../pieces/pick-pieces.ts'
import { countReservable, findStockAtCustodian, type StoredStockItem, stockItems } from '../stock-store.ts'
import type { Allocation, Disposition, Shortage, StockAtCustodian, Wanted } from './allocation.ts'

const addUpByVariant = (wanted: readonly Wanted[]): ReadonlyMap<Id, number> => {
  const sums = new Map<Id, number>()
  for (const { variantId, quantity } of wanted) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return sums
}

/** Returns the local day; only lots need it, so nothing is read without them. */
export const readToday = async (db: Table, unit: Unit, items: Iterable<StoredStockItem>) => {
  const needsDay = [...items].some(({ tracking }) => tracking === 'lot')
  return needsDay ? toLocalDay(await getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone), unit.now) : ''
}

/**
 * Reserves all pieces at a custodian, or none and returns what is missing. The wanted quantities of a variant are added up;
 * the allocations have the order of the first mention of each variant. Of lots, those that expire first are reserved. Pieces
 * in more lots or serial units than fit a transaction are reserved in several: an allocation then has fewer than wanted.
 */
export const reserveStock = async (
  db: Table,
  unit: Unit,
  custodianId: Id,
  wanted: readonly Wanted[],
  cause: string,
): Promise<{ allocations: Allocation[] } | { shortages: Shortage[] }> => {
  const quantities = addUpByVariant(wanted)
  const items = await findStockAtCustodian(db, unit.tenant, custodianId, [...quantities.keys()])
  const today = await readToday(db, unit, items.values())
  const picks = await Promise.all(
    [...quantities].map(async ([variantId, quantity]) => {
      const item = items.get(variantId)
      const reservable = item ? countReservable(item) : 0
      if (!item || reservable < quantity) return { variantId, quantity, available: reservable }
      return { variantId, quantity, item, ...(await pickPieces(db, unit.tenant, item, quantity, today)) }
    }),
  )
  const shortages = picks.flatMap(({ variantId, quantity, available }) =>
    available < quantity ? [{ variantId, wanted: quantity, available }] : [],
  )
  if (shortages.length) return { shortages }
  const allocations: Allocation[] = []
  for (const pick of picks) {
    if (!('item' in pick)) continue
    const { variantId, count, item, pieces, picked } = pick
    const blocked = await changePieces(db, unit, item, [{ quantity: count, ...pieces }], PIECE_EFFECTS.reserve, picked)
    changeStock(unit, item, { kind: 'reserve', reserved: count, blocked, cause })
    allocations.push({ stockItemId: item.id, variantId, quantity: count, ...pieces })
  }
  return { allocations }
}

const sumQuantities = (all: readonly Allocation[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)

type Change = Omit<StockChange, 'cause' | 'blocked'>

/** Changes the stock items of allocations, each once, with the pieces that the allocations name. */
const changeAllocated = async (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  effect: (typeof PIECE_EFFECTS)[keyof typeof PIECE_EFFECTS],
  cause: string,
  toChange: (quantity: number) => Change,
): Promise<void> => {
  const byItem = Map.groupBy(
    allocations.filter(({ quantity }) => quantity > 0),
    ({ stockItemId }) => stockItemId,
  )
  for (const item of await findAll(db, stockItems, unit.tenant, [...byItem.keys()])) {
    const own = byItem.get(item.id) ?? []
    const blocked = await changePieces(db, unit, item, own, effect)
    changeStock(unit, item, { ...toChange(sumQuantities(own)), blocked, cause })
  }
}

/** Returns reserved pieces to those that can be promised. Throws if they are not reserved any more. */
export const releaseStock = (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  cause: string,
  { reason = null }: { reason?: string | null } = {},
): Promise<void> =>
  changeAllocated(db, unit, allocations, PIECE_EFFECTS.release, cause, (quantity) => ({
    kind: 'release',
    reserved: -quantity,
    reason,
  }))

/** Takes reserved pieces off the shelf, since they left the custodian. Throws if they are not reserved any more. */
export const handOverStock = (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  cause: string,
): Promise<void> =>
  changeAllocated(db, unit, allocations, PIECE_EFFECTS.handOver, cause, (quantity) => ({
    kind: 'hand_over',
    onHand: -quantity,
    reserved: -quantity,
  }))

interface ReversalOptions {
  /** Reserves the pieces again in the same movement, since their order still waits for them. */
  reservesAgain?: boolean
}

/** Puts pieces back on the shelf that had been handed over by mistake. */
export const reverseHandOver = (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  cause: string,
  { reservesAgain = false }: ReversalOptions = {},
): Promise<void> =>
  changeAllocated(
    db,
    unit,
    allocations,
    reservesAgain ? PIECE_EFFECTS.reverseReserved : PIECE_EFFECTS.reverse,
    cause,
    (quantity) => ({
      kind: 'reverse',
      onHand: quantity,
      ...(reservesAgain && { reserved: quantity }),
    }),
  )

/** Pieces that come back; a disposition of their own replaces that of the options. */
export type Returned = Allocation & { disposition?: Disposition }

interface ReturnOptions {
  disposition?: Disposition
  reason?: string | null
}

const RETURNS = {
  restock: { effect: PIECE_EFFECTS.takeBack, toChange: (quantity) => ({ kind: 'return_in', onHand: quantity }) },
  quarantine: {
    effect: PIECE_EFFECTS.quarantine,
    toChange: (quantity) => ({ kind: 'return_in', quarantined: quantity }),
  },
  write_off: { effect: PIECE_EFFECTS.lose, toChange: (quantity) => ({ kind: 'write_off', quantity }) },
} as const satisfies Record<
  Disposition,
  { effect: (typeof PIECE_EFFECTS)[keyof typeof PIECE_EFFECTS]; toChange: (quantity: number) => Change }
>

/**
 * Takes returned pieces back: on the shelf, aside, or as lost. Only the first can be promised again. Each disposition of a
 * stock item is a movement.
 */
export const takeBackStock = async (
  db: Table,
  unit: Unit,
  returned: readonly Returned[],
  cause: string,
  options: ReturnOptions = {},
): Promise<void> => {
  const { disposition: usual = 'restock', reason = null } = options
  const byItem = Map.groupBy(
    returned.filter(({ quantity }) => quantity > 0),
    ({ stockItemId }) => stockItemId,
  )
  for (const item of await findAll(db, stockItems, unit.tenant, [...byItem.keys()])) {
    const changes: StockChange[] = []
    const parts = (byItem.get(item.id) ?? []).map((each) => ({ ...each, disposition: each.disposition ?? usual }))
    const brought =
      item.tracking === 'lot'
        ? await bringLots(
            db,
            unit,
            item,
            parts.map((part) => ({ ...part, isShelved: part.disposition === 'restock' })),
          )
        : { pieces: [], blocked: 0 }
    const pieces = new Map(brought.pieces.map((each, i) => [parts[i], each]))
    for (const [disposition, own] of Map.groupBy(parts, (each) => each.disposition)) {
      const { effect, toChange } = RETURNS[disposition]
      const wanted = own.map((part) => pieces.get(part) ?? part)
      const created = disposition === 'restock' ? brought.blocked : 0
      const blocked = created + (await changePieces(db, unit, item, wanted, effect))
      changes.push({ ...toChange(sumQuantities(own)), blocked, cause, reason })
    }
    changeStockInSteps(unit, item, changes)
  }
}

/** At most so many custodians of one variant are considered. */
const MAX_CUSTODIANS_PER_VARIANT = 1000

/** Reads the stock of variants at all custodians; used to decide who can fulfil an order. */
export const readStockOfVariants = async (
  db: Table,
  tenant: Id,
  variantIds: readonly Id[],
): Promise<StockAtCustodian[]> => {
  const all = [...new Set(variantIds)].map(async (variantId) => {
    const { items } = await scanOldestFirst(db, stockItems, tenant, {
      by: { variantId },
      limit: MAX_CUSTODIANS_PER_VARIANT,
    })
    return items.map((item) => ({
      stockItemId: item.id,
      variantId,
      custodianId: item.custodianId,
      available: countReservable(item),
    }))
  })
  return (await Promise.all(all)).flat()
}
