import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'

/** Schedules the processing of the deliveries that wait for the channel, which was resumed or disconnected. */
export const scheduleRelease = (unit: Unit, channelId: Id): void =>
  unit.schedule('sales.webhooks.release', { tenant: unit.tenant, channelId })
