import type { Shortage } from '../../inventory/allocations/allocation.ts'
import { reserveStock } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { changeOrder } from './change-order.ts'
import {
  countOpen,
  fulfilmentOrderUri,
  isLive,
  isUntouched,
  type StoredFulfilmentLine,
  type StoredFulfilmentOrder,
} from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'
import { assignAllocations, cancelPieces, listOpenPieces } from './lines.ts'
import { ACTIONS_OF_ORDER, MAX_STOCK_ITEMS } from './settle-stock.ts'

const countUnreserved = (line: StoredFulfilmentLine) => countOpen(line) - line.allocated

type Reserved = { lines: StoredFulfilmentLine[]; isReserving: boolean } | { shortages: Shortage[] }

/**
 * Reserves stock for further lines of an order, of at most so many variants and as far as the transaction has room; returns
 * what is missing, and reserves nothing then.
 */
export const reserveLines = async (
  db: Table,
  unit: Unit,
  { id, custodianId, lines }: Pick<StoredFulfilmentOrder, 'id' | 'custodianId' | 'lines'>,
  most: number,
): Promise<Reserved> => {
  const needing = lines.filter((line) => countUnreserved(line) > 0)
  if (!needing.length) return { lines: [...lines], isReserving: false }
  const all = [...new Set(needing.map(({ variantId }) => variantId))]
  for (let count = Math.min(most, all.length); count >= 1; count = Math.floor(count / 2)) {
    const variantIds = new Set(all.slice(0, count))
    const chosen = needing.filter(({ variantId }) => variantIds.has(variantId))
    const wanted = chosen.map((line) => ({ variantId: line.variantId, quantity: countUnreserved(line) }))
    const reserve = () => reserveStock(db, unit, custodianId, wanted, fulfilmentOrderUri(id))
    const reserved = (await unit.attempt(reserve, ACTIONS_OF_ORDER))?.result
    if (!reserved) continue
    if ('shortages' in reserved) return reserved
    const after = assignAllocations(lines, new Set(chosen.map(({ id }) => id)), reserved.allocations)
    return { lines: after, isReserving: after.some((line) => countUnreserved(line) > 0) }
  }
  return { lines: [...lines], isReserving: true }
}

const countReserved = (lines: readonly StoredFulfilmentLine[]) =>
  lines.reduce((sum, { allocated }) => sum + allocated, 0)

const findLine = (order: StoredFulfilmentOrder, variantId: Id) =>
  order.lines.find((line) => line.variantId === variantId)

/** Tells of stock that an order counted on and that is not there. */
const emitAttention = (unit: Unit, order: StoredFulfilmentOrder, shortages: readonly Shortage[]) => {
  for (const { variantId, wanted, available } of shortages) {
    const line = findLine(order, variantId)
    unit.emit('fulfilment.reservation.requires_attention', {
      subject: fulfilmentOrderUri(order.id),
      data: {
        reservationId: line?.id ?? order.id,
        orderNumber: order.orderNumber,
        sku: line?.sku ?? '',
        quantity: wanted,
        available,
        reason: 'Less stock than is to be reserved',
      },
    })
  }
}

/**
 * Gives up what cannot be reserved: a new order of a sales order altogether, so that it is planned anew. Returns true if
 * other lines may still be reserved.
 */
const giveUp = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  shortages: Shortage[],
): Promise<boolean> => {
  if (order.salesOrderId && isUntouched(order)) {
    await changeOrder(app, unit, order, {
      fields: { requestMessage: 'Somebody else got the stock meanwhile' },
      replans: true,
    })
    return false
  }
  emitAttention(unit, order, shortages)
  const missing = new Set(shortages.map(({ variantId }) => variantId))
  const pieces = isUntouched(order)
    ? listOpenPieces(order.lines)
    : new Map(
        order.lines.flatMap((line) =>
          missing.has(line.variantId) && countUnreserved(line) > 0 ? [[line.id, countUnreserved(line)] as const] : [],
        ),
      )
  const { lines, moves } = cancelPieces(order.lines, pieces)
  const reason = 'There is not enough stock'
  await changeOrder(app, unit, order, {
    fields: { lines, requestMessage: reason },
    moves,
    reason,
    givesBack: true,
    reroutes: true,
  })
  return true
}

/** Reserves stock for an order in further transactions, until all of it is reserved or some is missing. */
export const continueReserving = async (
  app: Pick<App, 'db'>,
  { tenant, fulfilmentOrderId }: { tenant: Id; fulfilmentOrderId: Id },
  now: Date,
): Promise<void> => {
  const isMore = await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (!order.isReserving || !isLive(order)) return false
    const reserved = await reserveLines(app.db, unit, order, MAX_STOCK_ITEMS)
    if ('shortages' in reserved) return await giveUp(app, unit, order, reserved.shortages)
    if (reserved.isReserving && countReserved(reserved.lines) === countReserved(order.lines))
      throw new Error('a reservation that does not fit a transaction')
    await changeOrder(app, unit, order, { fields: reserved })
    return reserved.isReserving
  })
  if (isMore) await continueReserving(app, { tenant, fulfilmentOrderId }, now)
}
