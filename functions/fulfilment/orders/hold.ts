import { holdOrder } from '../../../lib/fulfilment/handling/hold-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder, HoldInput } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const holdFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/hold',
  scope: 'fulfilment:order:write',
  summary: 'Put a hold on a fulfilment order that was not sent',
  description: 'An order can have several holds; it goes on once all are released.',
  body: HoldInput,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => holdOrder(app, unit, params.id, body),
})
