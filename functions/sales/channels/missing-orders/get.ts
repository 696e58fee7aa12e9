import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { readMissingOrders } from '../../../../lib/sales/shop-orders/resolve-missing-orders.ts'
import { MissingOrders } from '../../../../schemas/sales/orders/missing-orders.ts'

export const getMissingOrders = endpoint({
  route: 'GET /api/sales/channels/{channelId}/missing-orders',
  scope: 'sales:order:read',
  summary: 'Get the open orders that a shop no longer has and that nobody has decided about',
  description:
    'An open order that its shop no longer has is cancelled. If more than `integrations.deletionsPerDay` are missing within a day, or all of three or more that were looked for, the shop may have been reset, or hide them: none is cancelled then, they go on as before, and they are listed here until somebody decides, or the shop has them again.',
  returns: MissingOrders,
  run: (app, { caller, params }) => readMissingOrders(app, caller.tenant, params.channelId),
})
