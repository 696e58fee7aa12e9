import { readFulfilmentOrder } from '../../../lib/fulfilment/orders/read-fulfilment-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orInvalid } from '../../../lib/platform/problem.ts'
import { addShipment } from '../../../lib/shipping/manual-entry/add-shipment.ts'
import { presentShipment } from '../../../lib/shipping/shipments/present-shipment.ts'
import { CreateShipmentInput, Shipment } from '../../../schemas/shipping/shipment.ts'

export const createShipment = endpoint({
  route: 'POST /api/shipping/shipments',
  scope: 'shipping:shipment:write',
  summary: 'Create a shipment by hand, of a fulfilment order or of its own',
  description:
    'For parcels that no custodian reports. It moves no stock: handing over the fulfilment order does. Say what happens to the parcel with `POST /api/shipping/shipments/{id}/events`.',
  idempotent: true,
  body: CreateShipmentInput,
  success: 201,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, body, unit }) {
    const { fulfilmentOrderId: id } = body
    const read = async (id: string) =>
      orInvalid(await readFulfilmentOrder(app.db, caller.tenant, id), 'fulfilmentOrderId', 'fulfilment order')
    const order = id === undefined ? undefined : await read(id)
    return presentShipment(app, caller.tenant, await addShipment(app.db, unit, order, body))
  },
})
