import { joinReturn as join } from '../../../lib/fulfilment/unannounced-returns/join-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Return } from '../../../schemas/fulfilment/return.ts'
import { JoinReturnInput } from '../../../schemas/fulfilment/unannounced-return.ts'

export const joinReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/join',
  scope: 'fulfilment:return:write',
  summary: 'Join an unannounced return to its order',
  description:
    'The pieces count as come back from then on, so that no other return takes them. No stock moves: the custodian has ' +
    'them since they arrived. Refund, credit note and charges follow as for any return.',
  body: JoinReturnInput,
  success: 200,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => join(app, unit, params.id, body.fulfilmentOrderId),
})
