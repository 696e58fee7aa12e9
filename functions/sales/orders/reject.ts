import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { decideOrder } from '../../../lib/sales/orders-by-hand/decide-order.ts'
import { Order, RejectOrderInput } from '../../../schemas/sales/order.ts'

export const rejectOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/reject',
  scope: 'sales:order:write',
  summary: 'Reject an order that is held for review',
  body: RejectOrderInput,
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) =>
    presentOrder(await decideOrder(app, unit, params.id, 'reject', body.reason)),
})
