import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findShipment } from '../../shipping/shipments/find-shipment.ts'
import { openReturnOfParcel } from './open-return-of-parcel.ts'

/** Opens the return of a shipment that comes back. The task is repeatable, since a shipment has one such return. */
export const openReturnOfShipment = async (
  { db }: Pick<App, 'db'>,
  { tenant, shipmentId }: { tenant: Id; shipmentId: Id },
  now: Date,
): Promise<void> => {
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const shipment = await findShipment(db, tenant, shipmentId)
    if (shipment) await openReturnOfParcel(db, unit, shipment)
  })
}
