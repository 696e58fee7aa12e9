import * as Type from 'typebox'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { listShipments as list } from '../../../lib/shipping/shipments/shipment-store.ts'
import { Shipment } from '../../../schemas/shipping/shipment.ts'
import { TRACKING_STATES } from '../../../schemas/shipping/tracking.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listShipments = listEndpoint({
  route: 'GET /api/shipping/shipments',
  scope: 'shipping:shipment:read',
  summary: 'List shipments, newest first',
  description: 'Several shipments can have the same tracking number, because carriers use numbers again.',
  query: {
    status: oneOf(TRACKING_STATES),
    fulfilmentOrderId: id(),
    salesOrderId: id(),
    trackingNumber: Type.String({ maxLength: 100 }),
  },
  of: Shipment,
  itemsPerPage: 30,
  async run(app, { caller, query, page }) {
    const found = await list(app.db, caller.tenant, page, query)
    return { ...found, items: await Promise.all(found.items.map((each) => presentShipment(app, caller.tenant, each))) }
  },
})
