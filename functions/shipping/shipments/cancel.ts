import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { cancelShipment as cancel } from '../../../lib/shipping/manual-entry/cancel-shipment.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { CancelShipmentInput, Shipment } from '../../../schemas/shipping/shipment.ts'

export const cancelShipment = endpoint({
  route: 'POST /api/shipping/shipments/{id}/cancel',
  scope: 'shipping:shipment:write',
  summary: 'Cancel a shipment that no carrier has yet',
  body: CancelShipmentInput,
  bodyOptional: true,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return presentShipment(app, caller.tenant, await cancel(unit, params.id, body.reason))
  },
})
