import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { deleteHeld, listHeld } from './publication-store.ts'

/** Each needs two actions. */
const BATCH_SIZE = 40

/** Schedules the parcels that wait for the channel, because it can be used again or never will be. */
export const scheduleShipmentRelease = (unit: Unit, channelId: Id): void =>
  unit.schedule('sales.shipments.release', { tenant: unit.tenant, channelId })

/** Gives each parcel that waits for the channel its task again. If the channel cannot be used after all, they wait again. */
export const releaseShipments = async (
  app: App,
  { tenant, channelId }: TaskData['sales.shipments.release'],
  now: Date,
): Promise<void> => {
  const releaseNext = () =>
    runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const held = await listHeld(app.db, tenant, channelId, BATCH_SIZE)
      for (const shipmentId of held) {
        unit.add(deleteHeld(tenant, channelId, shipmentId))
        unit.schedule('sales.shipments.publish', { tenant, shipmentId, isForced: true })
      }
      return held.length
    })
  while ((await releaseNext()) === BATCH_SIZE);
}
