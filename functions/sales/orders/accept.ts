import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { decideOrder } from '../../../lib/sales/orders-by-hand/decide-order.ts'
import { Order } from '../../../schemas/sales/order.ts'

export const acceptOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/accept',
  scope: 'sales:order:write',
  summary: 'Accept an order that is held for review',
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, unit }) =>
    presentOrder(await decideOrder(app, unit, params.id, 'accept', 'Accepted by hand')),
})
