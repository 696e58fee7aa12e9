import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { deriveId, getIdTime } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { allotPieces } from '../returned-pieces/allot-pieces.ts'
import { addReturn, readReturnable } from './add-return.ts'
import { findReturn } from './return-store.ts'

/**
 * Opens the return of pieces that left after their sales order was cancelled. Nobody has to authorize it, since the customer
 * does not pay for them. An order that only waits for its shop may be paid yet, so that its pieces are not expected. Pieces
 * that another return has are left to that return. Idempotent.
 */
export const openLateReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, fulfilmentOrderId, revision, pieces: late }: TaskData['fulfilment.returns.expect-late'],
  now: Date,
): Promise<void> => {
  const id = deriveId(getIdTime(fulfilmentOrderId), 'return-of-late', fulfilmentOrderId, String(revision))
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const [known, order] = await Promise.all([
      findReturn(app.db, tenant, id),
      find(app.db, fulfilmentOrders, tenant, fulfilmentOrderId),
    ])
    if (known || !order?.salesOrderId) return
    const found = await findOrderOfChannel(app.db, tenant, order.salesOrderId)
    if (found?.order.status !== 'cancelled') return
    const returnable = await readReturnable(app, tenant, [order])
    const pieces = returnable.pieces.get(order.id)?.lines ?? {}
    const wanted = late.map((each) => ({ ...each, reason: null }))
    const { lines } = allotPieces(wanted, [{ order, pieces }])
    if (!lines.length) return
    await addReturn(app, unit, returnable, {
      id,
      status: 'authorized',
      reason: 'The pieces left after the order was cancelled',
      authorizedAt: unit.now.toISOString(),
      lines,
    })
  })
}
