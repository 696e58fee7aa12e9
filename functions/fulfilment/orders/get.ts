import { findFulfilmentOrder } from '../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const getFulfilmentOrder = endpoint({
  route: 'GET /api/fulfilment/orders/{id}',
  scope: 'fulfilment:order:read',
  summary: 'Get a fulfilment order',
  returns: FulfilmentOrder,
  async run({ db }, { caller, params }) {
    return orNotFound(await findFulfilmentOrder(db, caller.tenant, params.id))
  },
})
