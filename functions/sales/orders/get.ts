import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findOrder } from '../../../lib/sales/orders/order-store.ts'
import { Order } from '../../../schemas/sales/order.ts'

export const getOrder = endpoint({
  route: 'GET /api/sales/orders/{id}',
  scope: 'sales:order:read',
  summary: 'Get an order',
  returns: Order,
  async run({ db }, { caller, params }) {
    return orNotFound(await findOrder(db, caller.tenant, params.id))
  },
})
