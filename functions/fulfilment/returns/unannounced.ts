import { receiveUnannounced } from '../../../lib/fulfilment/unannounced-returns/receive-unannounced.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Return } from '../../../schemas/fulfilment/return.ts'
import { ReceiveUnannouncedInput } from '../../../schemas/fulfilment/unannounced-return.ts'

export const receiveUnannouncedReturn = endpoint({
  route: 'POST /api/fulfilment/returns/unannounced',
  scope: 'fulfilment:return:write',
  summary: 'Receive a parcel that no return expected',
  description:
    'The pieces get into the stock of the custodian, aside, or are written off at once. Look for their order with ' +
    '`GET /api/fulfilment/returns/{id}/candidates`, and tell it with `join`; the return is then like any other.',
  idempotent: true,
  body: ReceiveUnannouncedInput,
  success: 201,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { body, unit }) => receiveUnannounced(app, unit, body),
})
