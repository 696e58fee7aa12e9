import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { decideOrder } from '../../../lib/sales/orders/decide-order.ts'
import { Order } from '../../../schemas/sales/order.ts'

export const acceptOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/accept',
  scope: 'sales:order:write',
  summary: 'Accept an order that is held for review',
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, unit }) => decideOrder(app, unit, params.id, 'accept', 'Accepted by hand'),
})
