import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { releaseOrder as release } from '../../../lib/sales/orders-by-hand/hold-order.ts'
import { Order } from '../../../schemas/sales/order.ts'

export const releaseOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/release',
  scope: 'sales:order:write',
  summary: 'Release an order that somebody put on hold',
  description: 'What waited is planned as if the order had just come.',
  dryRun: true,
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, unit }) => presentOrder(await release(app, unit, params.id)),
})
