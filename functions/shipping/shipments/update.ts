import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { updateDetails } from '../../../lib/shipping/manual-entry/update-details.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { Shipment, UpdateShipmentInput } from '../../../schemas/shipping/shipment.ts'

export const updateShipment = endpoint({
  route: 'PATCH /api/shipping/shipments/{id}',
  scope: 'shipping:shipment:write',
  summary: 'Update carrier, number and promise of a shipment; absent members stay unchanged',
  description: 'The shop of the order is told of another number. What the custodian reports later wins.',
  body: UpdateShipmentInput,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return presentShipment(app, caller.tenant, await updateDetails(app.db, unit, params.id, body))
  },
})
