import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findCarrier } from '../../../lib/shipping/carriers/carrier-store.ts'
import { Carrier } from '../../../schemas/shipping/carrier.ts'

export const getCarrier = endpoint({
  route: 'GET /api/shipping/carriers/{code}',
  scope: 'shipping:carrier:read',
  summary: 'Get a carrier',
  returns: Carrier,
  run: async ({ db }, { caller, params }) => orNotFound(await findCarrier(db, caller.tenant, params.code)),
})
