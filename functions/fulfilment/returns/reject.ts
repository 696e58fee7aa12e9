import { rejectReturn as reject } from '../../../lib/fulfilment/returns/authorize-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RejectReturnInput, Return } from '../../../schemas/fulfilment/return.ts'

export const rejectReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/reject',
  scope: 'fulfilment:return:write',
  summary: 'Reject a return of which nothing came back',
  body: RejectReturnInput,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => reject(app, unit, params.id, body.reason),
})
