import { listAttachments } from '../../../../lib/document/attachments/list-attachments.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { findShipment } from '../../../../lib/shipping/shipments/find-shipments.ts'
import { shipmentUri } from '../../../../lib/shipping/shipments/shipment.ts'
import { Attachment } from '../../../../schemas/document/attachment.ts'

export const listShipmentAttachments = listEndpoint({
  route: 'GET /api/shipping/shipments/{id}/attachments',
  scope: 'shipping:shipment:read',
  summary: 'List the attachments of a shipment, oldest first',
  query: {},
  of: Attachment,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const { id } = orNotFound(await findShipment(db, caller.tenant, params.id))
    return slicePage(await listAttachments(db, caller.tenant, shipmentUri(id)), page)
  },
})
