import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { cancelOrder as cancel } from '../../../lib/sales/orders-by-hand/cancel-order.ts'
import { CancelOrderInput, Order } from '../../../schemas/sales/order.ts'

export const cancelOrder = endpoint({
  route: 'POST /api/sales/orders/{id}/cancel',
  scope: 'sales:order:write',
  summary: 'Cancel a held or accepted order',
  description:
    'What follows is what follows when the shop cancels it: its fulfilment orders are cancelled, or their custodians are asked to cancel them; stock that was reserved is released; the order is no longer waiting for an invoice, and its seller is no longer owed its total. Pieces that were handed over stay handed over. A draft invoice that has the order follows, and for an issued one a draft credit note is proposed. The shop is not told: cancel the order there as well. No later news of the shop revives it.',
  body: CancelOrderInput,
  dryRun: true,
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentOrder(await cancel(app, unit, params.id, body.reason)),
})
