import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { replaceTrackingLink as replace } from '../../../lib/shipping/shipments/tracking-link.ts'
import { Shipment } from '../../../schemas/shipping/shipment.ts'

export const replaceTrackingLink = endpoint({
  route: 'POST /api/shipping/shipments/{id}/replace-tracking-link',
  scope: 'shipping:shipment:write',
  summary: "Replace the link to the buyer's page; the links before it stop working",
  returns: Shipment,
  async run(app, { caller, params, unit }) {
    return presentShipment(app, caller.tenant, await replace(unit, params.id))
  },
})
