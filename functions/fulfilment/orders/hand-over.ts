import { handOverOrder } from '../../../lib/fulfilment/handling/hand-over-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder, HandOverInput } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const handOverFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/hand-over',
  scope: 'fulfilment:order:write',
  summary: 'Record that pieces left in parcels',
  description: 'For orders that people work. The pieces leave the stock; once none is open, the order is closed.',
  idempotent: true,
  body: HandOverInput,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => handOverOrder(app, unit, params.id, body),
})
