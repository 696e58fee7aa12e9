import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { voidLabel } from '../../../../lib/shipping/labels/void-label.ts'
import { presentShipment } from '../../../../lib/shipping/shipments/present-shipment.ts'
import { Shipment } from '../../../../schemas/shipping/shipment.ts'

export const voidShipmentLabel = endpoint({
  route: 'POST /api/shipping/shipments/{id}/label/void',
  scope: 'shipping:shipment:write',
  summary: 'Ask for the money of an unused label back',
  description: 'The answer comes in the background: `label.status` becomes `void`, or `bought` again with a message.',
  success: 202,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, unit }) {
    return presentShipment(app, caller.tenant, await voidLabel(unit, params.id))
  },
})
