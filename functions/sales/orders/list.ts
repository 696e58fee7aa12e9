import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { searchOrders } from '../../../lib/sales/order-search/search-orders.ts'
import { presentOrders } from '../../../lib/sales/orders/present-order.ts'
import { Order, orderFilters } from '../../../schemas/sales/order.ts'

export const listOrders = listEndpoint({
  route: 'GET /api/sales/orders',
  scope: 'sales:order:read',
  summary: 'List orders, newest first',
  description: 'An order is shown if all filters that are given show it.',
  query: orderFilters,
  of: Order,
  itemsPerPage: 30,
  run: (app, { caller, query, page }) => presentOrders(searchOrders(app, caller.tenant, page, query)),
})
