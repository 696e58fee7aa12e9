import { attachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findShipment } from '../../../../lib/shipping/shipments/find-shipments.ts'
import { shipmentUri } from '../../../../lib/shipping/shipments/shipment.ts'
import { AttachFileInput, Attachment } from '../../../../schemas/document/attachment.ts'

export const addShipmentAttachment = endpoint({
  route: 'POST /api/shipping/shipments/{id}/attachments',
  scope: 'shipping:shipment:write',
  summary: 'Attach a file to a shipment',
  body: AttachFileInput,
  returns: Attachment,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, body, unit }) {
    const { id } = orNotFound(await findShipment(db, caller.tenant, params.id))
    return await attachFile(db, unit, caller, { subject: shipmentUri(id), use: 'shipment' }, body)
  },
})
