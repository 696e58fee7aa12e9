import { listFulfilmentOrders as list } from '../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { FULFILMENT_ORDER_STATES, FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listFulfilmentOrders = listEndpoint({
  route: 'GET /api/fulfilment/orders',
  scope: 'fulfilment:order:read',
  summary: 'List fulfilment orders, newest first',
  query: { status: oneOf(FULFILMENT_ORDER_STATES), salesOrderId: id(), custodianId: id() },
  of: FulfilmentOrder,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
