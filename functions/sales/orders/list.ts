import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { searchOrders } from '../../../lib/sales/order-search/search-orders.ts'
import { presentOrders } from '../../../lib/sales/orders/present-order.ts'
import { Order } from '../../../schemas/sales/order.ts'
import { orderFilters } from '../../../schemas/sales/orders/order-filters.ts'

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
