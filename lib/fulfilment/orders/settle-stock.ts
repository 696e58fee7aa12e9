import { handOverStock, releaseStock } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { MAX_ACTIONS } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { fulfilmentOrderUri, type StockMove } from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'

/** Stock items that one transaction changes for an order. */
export const MAX_STOCK_ITEMS = 6

/** Actions that the order itself, its sales order and their events take at most, and those that a stock item does. */
const ACTIONS_OF_ORDER = 26
const ACTIONS_OF_STOCK_ITEM = 10

const countRoom = ({ size }: Unit) =>
  Math.min(MAX_STOCK_ITEMS, Math.floor((MAX_ACTIONS - size - ACTIONS_OF_ORDER) / ACTIONS_OF_STOCK_ITEM))

/**
 * Moves stock as far as one transaction allows, each stock item in one way only; returns what remains. Until it is moved,
 * the stock stays reserved, so nobody else can be promised it.
 */
export const settleStock = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  orderId: Id,
  pending: readonly StockMove[],
): Promise<StockMove[]> => {
  const most = countRoom(unit)
  const kinds = new Map<Id, StockMove['kind']>()
  const now: StockMove[] = []
  const rest: StockMove[] = []
  for (const move of pending) {
    const { kind, allocation } = move
    const known = kinds.get(allocation.stockItemId)
    if (known ? known === kind : kinds.size < most) {
      kinds.set(allocation.stockItemId, kind)
      now.push(move)
    } else rest.push(move)
  }
  const pick = (kind: StockMove['kind']) => now.flatMap((move) => (move.kind === kind ? [move.allocation] : []))
  const [released, handedOver] = [pick('release'), pick('hand_over')]
  const cause = fulfilmentOrderUri(orderId)
  if (released.length) await releaseStock(db, unit, released, cause)
  if (handedOver.length) await handOverStock(db, unit, handedOver, cause)
  if (rest.length) unit.schedule('fulfilment.order.settle-stock', { tenant: unit.tenant, fulfilmentOrderId: orderId })
  return rest
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
    const pendingStock = await settleStock(app, unit, order.id, order.pendingStock)
    unit.update(fulfilmentOrders, order, { pendingStock })
  })
}
