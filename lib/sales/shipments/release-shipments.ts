import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { releaseHeld } from '../runs/release-held.ts'
import { deleteHeld, listHeld } from './publication-store.ts'

/** Schedules the parcels that wait for the channel, because it can be used again or never will be. */
export const scheduleShipmentRelease = (unit: Unit, channelId: Id): void =>
  unit.schedule('sales.shipments.release', { tenant: unit.tenant, channelId })

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
