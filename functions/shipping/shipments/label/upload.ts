import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { uploadLabel } from '../../../../lib/shipping/labels/upload-label.ts'
import { presentShipment } from '../../../../lib/shipping/shipments/present-shipment.ts'
import { Shipment, UploadLabelInput } from '../../../../schemas/shipping/shipment.ts'

export const uploadShipmentLabel = endpoint({
  route: 'POST /api/shipping/shipments/{id}/label/upload',
  scope: 'shipping:shipment:write',
  summary: 'Upload the label of a shipment that was entered by hand',
  description:
    'For labels from elsewhere. It replaces one that was uploaded before; a label that was bought has to be void first. ' +
    'Download it with `GET /api/document/documents/{id}/download`.',
  body: UploadLabelInput,
  maxBytes: 2 * 1024 * 1024,
  success: 200,
  returns: Shipment,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return presentShipment(app, caller.tenant, await uploadLabel(app, unit, params.id, body))
  },
})
