import { withAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { renderDeliveryNote as render } from '../../../lib/shipping/delivery-notes/render-delivery-note.ts'
import { Document } from '../../../schemas/document/document.ts'
import { RenderDeliveryNoteInput } from '../../../schemas/shipping/shipment.ts'

export const renderDeliveryNote = endpoint({
  route: 'POST /api/shipping/shipments/{id}/delivery-note',
  scope: 'shipping:shipment:read',
  summary: 'Render the delivery note of a shipment as PDF and HTML',
  description:
    'It says what is in the parcel and has no prices. An unchanged shipment gets the same document again. Download it with `GET /api/document/documents/{id}/download`.',
  body: RenderDeliveryNoteInput,
  bodyOptional: true,
  returns: Document,
  success: 201,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, body, unit, log }) {
    return await withAttachments(app.db, unit.tenant, await render(app, unit, params.id, body.locale, log))
  },
})
