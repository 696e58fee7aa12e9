import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { changeCarrier } from '../../../lib/shipping/carriers/carrier-store.ts'
import { Carrier, UpdateCarrierInput } from '../../../schemas/shipping/carrier.ts'

export const updateCarrier = endpoint({
  route: 'PATCH /api/shipping/carriers/{code}',
  scope: 'shipping:carrier:write',
  summary: 'Update a carrier of your own; absent members stay unchanged',
  description: 'Shipments keep the name and the tracking link that they have.',
  body: UpdateCarrierInput,
  ifMatch: true,
  returns: Carrier,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, body, unit }) => changeCarrier(db, unit, params.code, body),
})
