import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { removeCarrier } from '../../../lib/shipping/carriers/carrier-store.ts'

export const deleteCarrier = endpoint({
  route: 'DELETE /api/shipping/carriers/{code}',
  scope: 'shipping:carrier:write',
  summary: 'Delete a carrier of your own; shipments keep its name',
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => removeCarrier(db, unit, params.code),
})
