import { renderReturnSlip as render } from '../../../lib/fulfilment/return-slips/render-return-slip.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Document } from '../../../schemas/document/document.ts'
import { ReturnSlipInput } from '../../../schemas/fulfilment/return.ts'

export const renderReturnSlip = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/slip',
  scope: 'fulfilment:return:read',
  summary: 'Render the slip that the customer puts into the parcel, as PDF and HTML',
  description: 'Download it with `GET /api/document/documents/{id}/download`.',
  body: ReturnSlipInput,
  bodyOptional: true,
  success: 201,
  returns: Document,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit, log }) => render(app, unit, params.id, body, log),
})
