import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { addCarrier } from '../../../lib/shipping/carriers/carrier-store.ts'
import { Carrier, CreateCarrierInput } from '../../../schemas/shipping/carrier.ts'

export const createCarrier = endpoint({
  route: 'POST /api/shipping/carriers',
  scope: 'shipping:carrier:write',
  summary: 'Create a carrier of your own',
  body: CreateCarrierInput,
  success: 201,
  returns: Carrier,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  run: ({ db }, { body, unit }) => addCarrier(db, unit, body),
})
