import { closeShort } from '../../../lib/fulfilment/handling/hand-over-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CloseShortInput, FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const closeFulfilmentOrderShort = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/close-short',
  scope: 'fulfilment:order:write',
  summary: 'Close a fulfilment order although pieces are missing',
  description:
    'The open pieces, or those that `lines` names, are given back to the sales order, which is planned again without this custodian.',
  body: CloseShortInput,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => closeShort(app, unit, params.id, body),
})
