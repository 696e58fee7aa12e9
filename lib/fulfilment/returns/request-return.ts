import type { RequestReturnInput } from '../../../schemas/fulfilment/return.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, isSameSku } from '../../platform/identifiers/sku.ts'
import { invalid, orInvalid, type Violation } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { type Allotment, allotPieces, type WantedPieces } from '../returned-pieces/allot-pieces.ts'
import { addReturn, readReturnable } from './add-return.ts'
import type { StoredReturn } from './return.ts'

/** A return changes as many items of fulfilment orders, and all of them in one transaction. */
const MAX_FULFILMENT_ORDERS = 20

const readFulfilmentOrders = async (
  db: Table,
  tenant: Id,
  { salesOrderId, fulfilmentOrderId }: RequestReturnInput,
): Promise<StoredFulfilmentOrder[]> => {
  if (!salesOrderId === !fulfilmentOrderId)
    throw invalid({ propertyPath: 'salesOrderId', message: 'must be given, or else fulfilmentOrderId' })
  if (fulfilmentOrderId) {
    const found = await find(db, fulfilmentOrders, tenant, fulfilmentOrderId)
    return [orInvalid(found, 'fulfilmentOrderId', 'fulfilment order')]
  }
  const by = { salesOrderId }
  const { items } = await scanOldestFirst(db, fulfilmentOrders, tenant, { by, limit: MAX_FULFILMENT_ORDERS })
  if (!items.length)
    throw invalid({ propertyPath: 'salesOrderId', message: 'must be the id of an order that was handed over' })
  return items
}

/** Explains each line whose SKU has fewer returnable pieces than were asked for. */
const explainMissing = (wanted: readonly WantedPieces[], { missing }: Allotment): Violation[] => {
  const total = (sku: string) => wanted.reduce((sum, each) => sum + (isSameSku(each.sku, sku) ? each.quantity : 0), 0)
  return wanted.flatMap(({ sku }, i) => {
    const short = missing.get(foldSku(sku))
    if (!short) return []
    const returnable = total(sku) - short
    return [
      {
        propertyPath: `lines[${i}].quantity`,
        message: `must be at most ${returnable}: no more pieces of ${sku} were handed over that no return has`,
      },
    ]
  })
}

/** Requests a return of pieces that were handed over; no piece can be in two open returns. */
export const requestReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: RequestReturnInput,
): Promise<StoredReturn> => {
  const orders = await readFulfilmentOrders(app.db, unit.tenant, given)
  const returnable = await readReturnable(app, unit.tenant, orders)
  const wanted = given.lines.map(({ reason = null, ...line }) => ({ ...line, reason }))
  const allotment = allotPieces(
    wanted,
    orders.map((order) => ({ order, pieces: returnable.pieces.get(order.id)?.lines ?? {} })),
  )
  const violations = explainMissing(wanted, allotment)
  if (violations.length) throw invalid(...violations)
  return await addReturn(app, unit, returnable, {
    status: 'requested',
    reason: given.reason ?? null,
    lines: allotment.lines,
  })
}
