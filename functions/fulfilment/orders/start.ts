import { startOrder } from '../../../lib/fulfilment/handling/hand-over-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const startFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/start',
  scope: 'fulfilment:order:write',
  summary: 'Begin to work on a fulfilment order',
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, unit }) => startOrder(app, unit, params.id),
})
