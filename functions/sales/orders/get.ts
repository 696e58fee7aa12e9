import { findFulfilmentStatus } from '../../../lib/fulfilment/order-fulfilments/find-fulfilment-status.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findOrder } from '../../../lib/sales/orders/order-store.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { Order } from '../../../schemas/sales/order.ts'

export const getOrder = endpoint({
  route: 'GET /api/sales/orders/{id}',
  scope: 'sales:order:read',
  summary: 'Get an order',
  returns: Order,
  async run({ db }, { caller, params }) {
    const [order, fulfilmentStatus] = await Promise.all([
      findOrder(db, caller.tenant, params.id),
      findFulfilmentStatus(db, caller.tenant, params.id),
    ])
    return { ...presentOrder(orNotFound(order)), fulfilmentStatus }
  },
})
