import { detachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findShipment } from '../../../../lib/shipping/shipments/find-shipments.ts'
import { shipmentUri } from '../../../../lib/shipping/shipments/shipment.ts'

export const removeShipmentAttachment = endpoint({
  route: 'DELETE /api/shipping/shipments/{id}/attachments/{fileId}',
  scope: 'shipping:shipment:write',
  summary: 'Remove a file from a shipment; the file itself remains',
  async run({ db }, { caller, params, unit }) {
    const { id } = orNotFound(await findShipment(db, caller.tenant, params.id))
    await detachFile(db, unit, { subject: shipmentUri(id), use: 'shipment' }, params.fileId)
  },
})
