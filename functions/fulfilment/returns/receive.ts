import { receiveReturn as receive } from '../../../lib/fulfilment/returns/receive-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ReceiveReturnInput, Return } from '../../../schemas/fulfilment/return.ts'

export const receiveReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/receive',
  scope: 'fulfilment:return:write',
  summary: 'Receive pieces of a return',
  description:
    'Repeat it for each part that arrives. Pieces with the disposition `restock` are added to the stock of the ' +
    'custodian of the return. No more pieces come back than were handed over, whichever returns they belong to.',
  idempotent: true,
  body: ReceiveReturnInput,
  success: 200,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => receive(app, unit, params.id, body),
})
