import { splitOrder } from '../../../lib/fulfilment/handling/split-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder, SplitInput } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const splitFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/split',
  scope: 'fulfilment:order:write',
  summary: 'Move pieces of a fulfilment order to a new one',
  description:
    'The new order has the same custodian, and takes the reservations of its pieces along. Returns the new order.',
  idempotent: true,
  body: SplitInput,
  success: 201,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => splitOrder(app, unit, params.id, body.lines),
})
