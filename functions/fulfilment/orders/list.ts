import { listFulfilmentOrders as list } from '../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import {
  FULFILMENT_ORDER_STATES,
  FULFILMENT_REQUEST_STATES,
  FulfilmentOrder,
} from '../../../schemas/fulfilment/fulfilment-order.ts'
import { id, moment, oneOf, text } from '../../../schemas/types.ts'

export const listFulfilmentOrders = listEndpoint({
  route: 'GET /api/fulfilment/orders',
  scope: 'fulfilment:order:read',
  summary: 'List fulfilment orders, newest first',
  query: {
    status: oneOf(FULFILMENT_ORDER_STATES),
    salesOrderId: id(),
    custodianId: id(),
    request: oneOf(FULFILMENT_REQUEST_STATES),
    orderNumber: text(255, { description: 'Order number, however it is spelled', examples: ['DE-100045'] }),
    createdBefore: moment({ description: 'Shows the orders that are older' }),
  },
  of: FulfilmentOrder,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
