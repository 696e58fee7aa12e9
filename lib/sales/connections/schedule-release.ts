import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'

/** Schedules what waits for the channel, because it can be used again or never will be. */
export const scheduleRelease = (unit: Unit, channelId: Id): void => {
  unit.schedule('sales.webhooks.release', { tenant: unit.tenant, channelId })
  unit.schedule('sales.shipments.release', { tenant: unit.tenant, channelId })
}
