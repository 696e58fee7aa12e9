import { countFirstPieces, divideAllocation } from '../../inventory/allocations/divide-allocation.ts'
import { handOverStock, releaseStock } from '../../inventory/allocations/reserve-stock.ts'
import { takeStock } from '../../inventory/allocations/take-stock.ts'
import { MAX_SKUS_AT_ONCE } from '../../inventory/order-pieces/count-order-pieces.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import { Stale } from '../../platform/store/transaction.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { fulfilmentOrderUri, type StockMove, type StoredFulfilmentOrder } from './fulfilment-order.ts'
import { findFulfilmentOrder, fulfilmentOrders } from './fulfilment-order-store.ts'

/** Stock items that one transaction changes for an order. */
export const MAX_STOCK_ITEMS = 6

/** Actions that the order itself, its sales order and their events take at most, and those that a stock item does. */
export const ACTIONS_OF_ORDER = 26 + MAX_SKUS_AT_ONCE
const ACTIONS_OF_STOCK_ITEM = 10

/** Lots or serial units of a stock item with which moving its pieces begins; fewer if these do not fit. */
const MAX_RECORDS = 32

const countRoom = ({ size }: Unit) =>
  Math.min(MAX_STOCK_ITEMS, Math.floor((MAX_ACTIONS - size - ACTIONS_OF_ORDER) / ACTIONS_OF_STOCK_ITEM))

/** The order whose stock is moved. */
type Mover = Pick<StoredFulfilmentOrder, 'id'>

const moveStock = async (db: Table, unit: Unit, { id }: Mover, moves: readonly StockMove[]): Promise<void> => {
  const cause = fulfilmentOrderUri(id)
  const pick = (kind: StockMove['kind']) => moves.flatMap((move) => (move.kind === kind ? [move.allocation] : []))
  const [released, handedOver, taken] = [pick('release'), pick('hand_over'), pick('take')]
  if (released.length) await releaseStock(db, unit, released, cause)
  if (handedOver.length) await handOverStock(db, unit, handedOver, cause)
  if (taken.length) await takeStock(db, unit, taken, cause)
}

/** Divides moves after so many pieces. */
const divideMoves = (moves: readonly StockMove[], quantity: number): [StockMove[], StockMove[]] => {
  const [first, last]: [StockMove[], StockMove[]] = [[], []]
  let left = quantity
  for (const { kind, allocation } of moves) {
    const { taken, rest } = divideAllocation(allocation, left)
    if (taken) first.push({ kind, allocation: taken })
    if (rest) last.push({ kind, allocation: rest })
    left -= taken?.quantity ?? 0
  }
  return [first, last]
}

/** Moves as many pieces of one stock item as fit the unit; returns what remains. */
const moveSome = async (db: Table, unit: Unit, order: Mover, moves: readonly StockMove[]): Promise<StockMove[]> => {
  let most = moves.reduce((sum, { allocation }) => sum + countFirstPieces(allocation, MAX_RECORDS), 0)
  for (; most >= 1; most = Math.floor(most / 2)) {
    const [now, rest] = divideMoves(moves, most)
    if (await unit.attempt(() => moveStock(db, unit, order, now), ACTIONS_OF_ORDER)) return rest
  }
  return [...moves]
}

/** Moves stock as far as the unit has room; returns what remains. */
const moveWhatFits = async (db: Table, unit: Unit, order: Mover, moves: readonly StockMove[]) => {
  const countRecords = ({ allocation: { lots, serials } }: StockMove) => (lots?.length ?? 0) + (serials?.length ?? 0)
  const records = moves.reduce((sum, move) => sum + countRecords(move), 0)
  const isLarge = records > MAX_RECORDS
  if (!isLarge && (await unit.attempt(() => moveStock(db, unit, order, moves), ACTIONS_OF_ORDER))) return []
  const rest: StockMove[] = []
  for (const own of Map.groupBy(moves, ({ allocation }) => allocation.stockItemId).values())
    rest.push(...(await moveSome(db, unit, order, own)))
  return rest
}

/**
 * Moves stock as far as one transaction allows, each stock item in one way only; returns what remains. Until it is moved,
 * the stock stays reserved, so nobody else can be promised it. `order` is the one that the unit read.
 */
export const settleStock = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  order: Pick<StoredFulfilmentOrder, 'id' | 'rev'>,
  pending: readonly StockMove[],
): Promise<StockMove[]> => {
  const most = countRoom(unit)
  const kinds = new Map<Id, StockMove['kind']>()
  const now: StockMove[] = []
  const later: StockMove[] = []
  for (const move of pending) {
    const { kind, allocation } = move
    const known = kinds.get(allocation.stockItemId)
    if (known ? known === kind : kinds.size < most) {
      kinds.set(allocation.stockItemId, kind)
      now.push(move)
    } else later.push(move)
  }
  try {
    const rest = [...(await moveWhatFits(db, unit, order, now)), ...later]
    if (rest.length)
      unit.schedule('fulfilment.order.settle-stock', { tenant: unit.tenant, fulfilmentOrderId: order.id })
    return rest
  } catch (error) {
    // Stock that another unit moved for the order after this one had read the order is no longer reserved.
    const isStale =
      error instanceof Problem && (await findFulfilmentOrder(db, unit.tenant, order.id))?.rev !== order.rev
    throw isStale ? new Stale() : error
  }
}

/** Continues to move the stock of an order, one transaction after another. */
export const continueStock = async (
  app: Pick<App, 'db'>,
  { tenant, fulfilmentOrderId }: { tenant: Id; fulfilmentOrderId: Id },
  now: Date,
): Promise<void> => {
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (!order.pendingStock.length) return
    const pendingStock = await settleStock(app, unit, order, order.pendingStock)
    unit.update(fulfilmentOrders, order, { pendingStock })
  })
}
