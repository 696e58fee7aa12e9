import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { pageOfUnbilledOrders } from '../../../lib/sales/order-search/page-of-unbilled-orders.ts'
import { presentOrders } from '../../../lib/sales/orders/present-order.ts'
import { Order } from '../../../schemas/sales/order.ts'
import { currency } from '../../../schemas/types.ts'

export const listUnbilledOrdersOfChannel = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/unbilled-orders',
  scope: 'sales:order:read',
  summary: 'List the accepted orders of a channel in one currency that no invoice has, oldest first',
  description: 'Test orders and orders of which a payment is disputed are not billed. A draft has its orders already.',
  query: { currency: currency() },
  required: ['currency'],
  of: Order,
  itemsPerPage: 30,
  run: ({ db }, { caller, params, query, page }) =>
    presentOrders(pageOfUnbilledOrders(db, caller.tenant, params.channelId, query.currency ?? '', page)),
})
