import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredShipment } from './shipment.ts'
import { createTrackingLink } from './tracking-link.ts'

export const presentShipment = async (app: App, tenant: Id, shipment: StoredShipment) => ({
  ...shipment,
  trackingPageUrl: await createTrackingLink(app, tenant, shipment),
})
