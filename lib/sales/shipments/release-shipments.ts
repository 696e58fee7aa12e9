import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { releaseHeld } from '../runs/release-held.ts'
import { deleteHeld, listHeld } from './publication-store.ts'

/** Gives each parcel that waits for the channel its task again. */
export const releaseShipments = (
  app: App,
  { tenant, channelId }: TaskData['sales.shipments.release'],
  now: Date,
): Promise<void> =>
  releaseHeld(
    app,
    { tenant, now },
    {
      list: (limit) => listHeld(app.db, tenant, channelId, limit),
      release(unit, shipmentId) {
        unit.add(deleteHeld(tenant, channelId, shipmentId))
        unit.schedule('sales.shipments.publish', { tenant, shipmentId, isForced: true })
      },
    },
  )
