import { requestReturn as request } from '../../../lib/fulfilment/returns/request-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RequestReturnInput, Return } from '../../../schemas/fulfilment/return.ts'

export const requestReturn = endpoint({
  route: 'POST /api/fulfilment/returns',
  scope: 'fulfilment:return:write',
  summary: 'Request a return of pieces that were handed over',
  description:
    'Give a sales order or one of its fulfilment orders. Pieces that another open return expects, or that came back ' +
    'already, cannot be requested again.',
  idempotent: true,
  body: RequestReturnInput,
  success: 201,
  returns: Return,
  run: (app, { body, unit }) => request(app, unit, body),
})
