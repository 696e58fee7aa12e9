import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { deriveId, getIdTime } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { allotPieces } from '../returned-pieces/allot-pieces.ts'
import { addReturn, readReturnable } from './add-return.ts'
import { findReturn } from './return-store.ts'

/**
 * Opens the return of pieces that a shop took off an order after they had left. Nobody has to authorize it, since the customer
 * does not pay for them. Pieces that another return has are left to that return. Idempotent.
 */
export const openRemovedReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, salesOrderId, revision, pieces: removed }: TaskData['fulfilment.returns.expect'],
  now: Date,
): Promise<void> => {
  const id = deriveId(getIdTime(salesOrderId), 'return-of-removed', salesOrderId, String(revision))
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const [known, orders] = await Promise.all([
      findReturn(app.db, tenant, id),
      listOrdersOfSalesOrder(app.db, tenant, salesOrderId),
    ])
    if (known) return
    const returnable = await readReturnable(app, tenant, orders)
    const wanted = removed.flatMap(({ orderLine, quantity }) => {
      const sku = orders.flatMap(({ lines }) => lines).find((line) => line.orderLine === orderLine)?.sku
      return sku === undefined ? [] : [{ sku, quantity, reason: null }]
    })
    const handedOver = orders.map((order) => ({ order, pieces: returnable.pieces.get(order.id)?.lines ?? {} }))
    const { lines } = allotPieces(wanted, handedOver)
    if (!lines.length) return
    await addReturn(app, unit, returnable, {
      id,
      status: 'authorized',
      reason: 'The shop took the pieces off the order after they had left',
      authorizedAt: unit.now.toISOString(),
      lines,
    })
  })
}
