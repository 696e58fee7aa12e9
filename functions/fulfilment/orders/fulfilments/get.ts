import { findFulfilmentOfOrder } from '../../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { Fulfilment } from '../../../../schemas/fulfilment/fulfilment.ts'

export const getFulfilmentOfOrder = endpoint({
  route: 'GET /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}',
  scope: 'fulfilment:order:read',
  summary: 'Get a hand-off of a fulfilment order',
  returns: Fulfilment,
  async run({ db }, { caller, params }) {
    return orNotFound(await findFulfilmentOfOrder(db, caller.tenant, params.id, params.fulfilmentId))
  },
})
