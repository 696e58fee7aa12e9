import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { resolveMissingOrders as resolve } from '../../../../lib/sales/shop-orders/resolve-missing-orders.ts'
import { MissingOrders, ResolveMissingOrdersInput } from '../../../../schemas/sales/orders/missing-orders.ts'

export const resolveMissingOrders = endpoint({
  route: 'POST /api/sales/channels/{channelId}/missing-orders/resolve',
  scope: 'sales:order:write',
  summary: 'Decide about the open orders that a shop no longer has',
  description: 'The decision is about all orders that are listed, and its effects follow within a minute.',
  body: ResolveMissingOrdersInput,
  returns: MissingOrders,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => resolve(app, unit, params.channelId, body.resolution),
})
