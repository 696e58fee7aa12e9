import { reverseFulfilment as reverse } from '../../../../lib/fulfilment/handling/reverse-fulfilment.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Fulfilment, ReverseFulfilmentInput } from '../../../../schemas/fulfilment/fulfilment.ts'

export const reverseFulfilment = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}/reverse',
  scope: 'fulfilment:order:write',
  summary: 'Reverse a hand-off that was recorded by mistake',
  description:
    'Returns the hand-off that reverses it. The pieces go back to the shelf and are reserved again, unless the sales order was cancelled meanwhile.',
  body: ReverseFulfilmentInput,
  success: 201,
  returns: Fulfilment,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => reverse(app, unit, params.id, params.fulfilmentId, body.reason),
})
