import { listFulfilments } from '../../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import { findFulfilmentOrder } from '../../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { Fulfilment } from '../../../../schemas/fulfilment/fulfilment.ts'

export const listFulfilmentsOfOrder = listEndpoint({
  route: 'GET /api/fulfilment/orders/{id}/fulfilments',
  scope: 'fulfilment:order:read',
  summary: 'List the hand-offs of a fulfilment order, newest first',
  of: Fulfilment,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const order = orNotFound(await findFulfilmentOrder(db, caller.tenant, params.id))
    return await listFulfilments(db, caller.tenant, page, order.id)
  },
})
