import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { requestLabel } from '../../../../lib/shipping/labels/request-label.ts'
import { presentShipment } from '../../../../lib/shipping/shipments/present-shipment.ts'
import { BuyLabelInput, Shipment } from '../../../../schemas/shipping/shipment.ts'

export const buyShipmentLabel = endpoint({
  route: 'POST /api/shipping/shipments/{id}/label',
  scope: 'shipping:shipment:write',
  summary: 'Buy the label of a shipment',
  description:
    'It is bought in the background, once: `label.status` becomes `bought`, and the shipment gets its number, or `failed` with a message. If an answer was lost, the label is looked up before anything is bought. While one is awaited, another request continues it and buys no second one.',
  body: BuyLabelInput,
  success: 202,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return presentShipment(app, caller.tenant, await requestLabel(app, unit, params.id, body))
  },
})
