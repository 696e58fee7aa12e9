import { reassignOrder } from '../../../lib/fulfilment/handling/reassign-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder, ReassignInput } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const reassignFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/reassign',
  scope: 'fulfilment:order:write',
  summary: 'Give the open pieces of a fulfilment order to another custodian',
  description:
    'Only an order that was not sent, or was refused, can be reassigned. It is cancelled, its stock is released, and a new order reserves stock at the other custodian. Returns the new order.',
  idempotent: true,
  body: ReassignInput,
  success: 201,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => reassignOrder(app, unit, params.id, body.custodianId),
})
