import { reverseFulfilment as reverse } from '../../../../lib/fulfilment/handling/reverse-fulfilment.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Fulfilment, ReverseFulfilmentInput } from '../../../../schemas/fulfilment/fulfilment.ts'

export const reverseFulfilment = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}/reverse',
  scope: 'fulfilment:order:write',
  summary: 'Reverse a hand-off that was recorded by mistake',
  description:
    'Returns the hand-off that reverses it. The pieces go back to the shelf and are reserved again, unless the sales order was cancelled meanwhile. Its parcel is cancelled: no news revives it, the page of the buyer and the shop do not show it any more, delivery notes are void and a bought label is voided. Where the shop cannot take a parcel back, `GET /api/sales/orders/{id}/fulfilments` says so.',
  body: ReverseFulfilmentInput,
  success: 201,
  returns: Fulfilment,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => reverse(app, unit, params.id, params.fulfilmentId, body.reason),
})
