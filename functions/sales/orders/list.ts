import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listOrders as list } from '../../../lib/sales/orders/order-store.ts'
import { presentOrders } from '../../../lib/sales/orders/present-order.ts'
import { ORDER_STATES, Order } from '../../../schemas/sales/order.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listOrders = listEndpoint({
  route: 'GET /api/sales/orders',
  scope: 'sales:order:read',
  summary: 'List orders, newest first',
  query: { channelId: id(), status: oneOf(ORDER_STATES) },
  of: Order,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => presentOrders(list(db, caller.tenant, page, query)),
})
