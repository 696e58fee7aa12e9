import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

/** Tells the shop of a shipment. */
export const publishShipment = async (_app: App, _data: { tenant: Id; shipmentId: Id }, _now: Date): Promise<void> =>
  undefined
