import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findShipment } from '../../../lib/shipping/shipments/find-shipments.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { Shipment } from '../../../schemas/shipping/shipment.ts'

export const getShipment = endpoint({
  route: 'GET /api/shipping/shipments/{id}',
  scope: 'shipping:shipment:read',
  summary: 'Get a shipment',
  returns: Shipment,
  async run(app, { caller, params }) {
    return presentShipment(app, caller.tenant, orNotFound(await findShipment(app.db, caller.tenant, params.id)))
  },
})
