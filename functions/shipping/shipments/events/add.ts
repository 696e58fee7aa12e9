import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { addEvent } from '../../../../lib/shipping/manual-entry/add-event.ts'
import { presentShipment } from '../../../../lib/shipping/shipments/present-shipment.ts'
import { AddShipmentEventInput, Shipment } from '../../../../schemas/shipping/shipment.ts'

export const addShipmentEvent = endpoint({
  route: 'POST /api/shipping/shipments/{id}/events',
  scope: 'shipping:shipment:write',
  summary: 'Report what happened to a parcel',
  description:
    'Events may come in any order. The status is the furthest that any of them tells, so an earlier one is recorded and changes none. The same event twice is one. A parcel whose hand-off was reversed has no more events.',
  body: AddShipmentEventInput,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return presentShipment(app, caller.tenant, await addEvent(unit, params.id, body))
  },
})
