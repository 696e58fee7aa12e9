import { cancelReturn as cancel } from '../../../lib/fulfilment/returns/authorize-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Return } from '../../../schemas/fulfilment/return.ts'

export const cancelReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/cancel',
  scope: 'fulfilment:return:write',
  summary: 'Cancel a return of which nothing came back, because the customer keeps the goods',
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => cancel(app, unit, params.id),
})
