import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'

/** Has a task go through the deliveries that wait for the channel, which was resumed or disconnected. */
export const releaseHeld = (unit: Unit, channelId: Id): void =>
  unit.schedule('sales.webhooks.release', { tenant: unit.tenant, channelId })
