import type { Id } from '../../platform/id.ts'
import { findAll, findOwnersOfValues } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock } from '../movements/change-stock.ts'
import { buildPair, type StoredStockItem, stockItems } from '../stock-store.ts'
import type { Allocation, Shortage, StockAtCustodian, Wanted } from './allocation.ts'

const countAvailable = ({ onHand, reserved }: StoredStockItem) => Math.max(0, onHand - reserved)

const sumByKey = <T>(all: readonly T[], getKey: (each: T) => string, getQuantity: (each: T) => number) => {
  const sums = new Map<string, number>()
  for (const each of all) sums.set(getKey(each), (sums.get(getKey(each)) ?? 0) + getQuantity(each))
  return sums
}

/**
 * Reserves all pieces at a custodian, or none and returns what is missing. The wanted quantities of a variant are added up;
 * the allocations have the order of the first mention of each variant.
 */
export const reserveStock = async (
  db: Table,
  unit: Unit,
  custodianId: Id,
  wanted: readonly Wanted[],
  cause: string,
): Promise<{ allocations: Allocation[] } | { shortages: Shortage[] }> => {
  const quantities = sumByKey(
    wanted,
    ({ variantId }) => variantId,
    ({ quantity }) => quantity,
  )
  const pairs = [...quantities.keys()].map((variantId) => buildPair(variantId, custodianId))
  const owners = await findOwnersOfValues(db, stockItems, unit.tenant, 'pair', pairs)
  const found = await findAll(db, stockItems, unit.tenant, [...owners.values()])
  const items = new Map(found.map((item) => [item.variantId, item]))
  const shortages = [...quantities].flatMap(([variantId, quantity]) => {
    const item = items.get(variantId)
    const available = item ? countAvailable(item) : 0
    return available < quantity ? [{ variantId, wanted: quantity, available }] : []
  })
  if (shortages.length) return { shortages }
  const allocations = [...quantities].map(([variantId, quantity]) => {
    const item = items.get(variantId) as StoredStockItem
    changeStock(unit, item, { kind: 'reserve', reserved: quantity, cause })
    return { stockItemId: item.id, variantId, quantity }
  })
  return { allocations }
}

const changeAllocated = async (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  toChange: (quantity: number) => Parameters<typeof changeStock>[2],
) => {
  const quantities = sumByKey(
    allocations,
    ({ stockItemId }) => stockItemId,
    ({ quantity }) => quantity,
  )
  const found = await findAll(db, stockItems, unit.tenant, [...quantities.keys()])
  for (const item of found) changeStock(unit, item, toChange(quantities.get(item.id) ?? 0))
}

/** Returns reserved pieces to those that can be promised. */
export const releaseStock = (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  cause: string,
  reason?: string,
) =>
  changeAllocated(db, unit, allocations, (quantity) => ({
    kind: 'release',
    reserved: -quantity,
    cause,
    reason: reason ?? null,
  }))

/** Takes reserved pieces off the shelf, since they left the custodian. */
export const handOverStock = (db: Table, unit: Unit, allocations: readonly Allocation[], cause: string) =>
  changeAllocated(db, unit, allocations, (quantity) => ({
    kind: 'hand_over',
    onHand: -quantity,
    reserved: -quantity,
    cause,
  }))

/** Puts pieces back on the shelf that had been handed over by mistake; they are not reserved again. */
export const reverseHandOver = (db: Table, unit: Unit, allocations: readonly Allocation[], cause: string) =>
  changeAllocated(db, unit, allocations, (quantity) => ({ kind: 'reverse', onHand: quantity, cause }))

/** Puts returned pieces on the shelf. */
export const takeBackStock = (db: Table, unit: Unit, allocations: readonly Allocation[], cause: string) =>
  changeAllocated(db, unit, allocations, (quantity) => ({ kind: 'return_in', onHand: quantity, cause }))

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
      available: countAvailable(item),
    }))
  })
  return (await Promise.all(all)).flat()
}
