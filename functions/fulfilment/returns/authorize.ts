import { authorizeReturn as authorize } from '../../../lib/fulfilment/returns/authorize-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { AuthorizeReturnInput, Return } from '../../../schemas/fulfilment/return.ts'

export const authorizeReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/authorize',
  scope: 'fulfilment:return:write',
  summary: 'Authorize a return and say where the goods are sent to',
  body: AuthorizeReturnInput,
  bodyOptional: true,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => authorize(app, unit, params.id, body),
})
