import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { holdOrder as hold } from '../../../lib/sales/orders-by-hand/hold-order.ts'
import { HoldOrderInput, Order } from '../../../schemas/sales/order.ts'

export const holdOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/hold',
  scope: 'sales:order:write',
  summary: 'Put an order on hold',
  description:
    'Nothing more of it is sent until it is released: its open fulfilment orders are withdrawn, and custodians that have them already are asked to cancel them. Its state stays as it is, and so does what is billed and charged. An order that waits for review or for its shop stays on hold when it is accepted. If it is on hold already, the reason is replaced.',
  body: HoldOrderInput,
  dryRun: true,
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentOrder(await hold(app, unit, params.id, body.reason)),
})
