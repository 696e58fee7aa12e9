import { renderPickList as render } from '../../../lib/fulfilment/pick-lists/render-pick-list.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Document } from '../../../schemas/document/document.ts'
import { RenderPickListInput } from '../../../schemas/fulfilment/pick-list.ts'

export const renderPickList = endpoint({
  route: 'POST /api/fulfilment/pick-lists',
  scope: 'fulfilment:order:read',
  summary: 'Render what people pick for orders of one custodian, as PDF and HTML',
  description:
    'The open pieces by SKU, lot and serial number, each with its order. Only for orders that people work. The same pieces ' +
    'give the same document. Download it with `GET /api/document/documents/{id}/download`.',
  body: RenderPickListInput,
  success: 201,
  returns: Document,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { body, unit, log }) => render(app, unit, body, log),
})
