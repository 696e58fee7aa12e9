import { createByHand } from '../../../lib/fulfilment/handling/create-by-hand.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateFulfilmentOrderInput, FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const createFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders',
  scope: 'fulfilment:order:write',
  summary: 'Create a fulfilment order and reserve its stock',
  description:
    'It asks one custodian for lines of an accepted sales order, or stands alone with variants and an address. If the custodian has a system, the order is sent to it as soon as all stock is reserved.',
  idempotent: true,
  body: CreateFulfilmentOrderInput,
  success: 201,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { body, unit }) => createByHand(app, unit, body),
})
