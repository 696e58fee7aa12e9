import { cancelOrder } from '../../../lib/fulfilment/orders/cancel-order.ts'
import { fulfilmentOrders } from '../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CancelFulfilmentOrderInput, FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const cancelFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/cancel',
  scope: 'fulfilment:order:write',
  summary: 'Cancel a fulfilment order, or ask its custodian to',
  description:
    'An order that its custodian does not have yet is cancelled at once, and its stock is released. Otherwise `request` becomes `cancel_requested`, and then `cancel_accepted` or `cancel_refused`. The pieces count as cancelled for the sales order unless `reroute` is true, which plans them again; see there for where they may go.',
  body: CancelFulfilmentOrderInput,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, body: { reason, reroute = false }, unit }) {
    return await cancelOrder(app, unit, await unit.load(fulfilmentOrders, params.id), { reason, reroute })
  },
})
