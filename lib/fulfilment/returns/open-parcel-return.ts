import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { deriveId, getIdTime, type Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findShipment } from '../../shipping/shipments/find-shipments.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { allotPieces } from '../returned-pieces/allot-pieces.ts'
import { addReturn, readReturnable } from './add-return.ts'
import { findReturn } from './return-store.ts'

/** Derives the id of the return of an undelivered parcel, so that each parcel has one. */
export const deriveReturnId = (shipmentId: Id): Id => deriveId(getIdTime(shipmentId), 'return', shipmentId)

/**
 * Opens the return of an undelivered parcel. Nobody has to authorize it, since the carrier brings the parcel back to where
 * it came from. Pieces that another return has are left to that return. Idempotent.
 */
export const openParcelReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, shipmentId, fulfilmentOrderId, pieces: carried }: TaskData['fulfilment.returns.open'],
  now: Date,
): Promise<void> => {
  const id = deriveReturnId(shipmentId)
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const [known, order, shipment] = await Promise.all([
      findReturn(app.db, tenant, id),
      find(app.db, fulfilmentOrders, tenant, fulfilmentOrderId),
      findShipment(app.db, tenant, shipmentId),
    ])
    // The hand-off may have been reversed meanwhile. Reversing it later waits for the pieces that this unit changes.
    if (known || !order || shipment?.reversedAt) return
    const returnable = await readReturnable(app, tenant, [order])
    const pieces = returnable.pieces.get(order.id)?.lines ?? {}
    const wanted = carried.map((each) => ({ ...each, reason: null }))
    const { lines } = allotPieces(wanted, [{ order, pieces }])
    if (!lines.length) return
    await addReturn(app, unit, returnable, {
      id,
      status: 'authorized',
      shipmentId,
      reason: 'The parcel could not be delivered',
      custodianId: order.custodianId,
      custodianName: order.custodianName,
      authorizedAt: unit.now.toISOString(),
      lines,
    })
  })
}
