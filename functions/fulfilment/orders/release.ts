import { releaseHold } from '../../../lib/fulfilment/handling/hold-order.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentOrder, ReleaseInput } from '../../../schemas/fulfilment/fulfilment-order.ts'

export const releaseFulfilmentOrder = endpoint({
  route: 'POST /api/fulfilment/orders/{id}/release',
  scope: 'fulfilment:order:write',
  summary: 'Release a hold of a fulfilment order',
  body: ReleaseInput,
  returns: FulfilmentOrder,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => releaseHold(app, unit, params.id, body.holdId),
})
