import { eraseDocuments } from '../../document/documents/erase-documents.ts'
import { keepCountry } from '../../platform/addresses/keep-country.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { listShipmentsOfSalesOrder } from '../shipments/find-shipments.ts'
import { deliveryNoteUri, shipmentUri } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Erases who got the parcels of a sales order, with their delivery notes and labels. It can be repeated. */
export const eraseParcels = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  salesOrderId: Id,
  erasing: { reason: string; now: Date },
): Promise<void> => {
  for (const { id } of await listShipmentsOfSalesOrder(app.db, tenant, salesOrderId)) {
    await runInUnit(app.db, { tenant, actor: null, now: erasing.now }, async (unit) => {
      const shipment = await unit.load(shipments, id)
      unit.update(shipments, shipment, {
        deliveryAddress: keepCountry(shipment.deliveryAddress),
        customerNote: null,
        proofOfDelivery: shipment.proofOfDelivery && { ...shipment.proofOfDelivery, signedBy: null, note: null },
      })
    })
    for (const subject of [deliveryNoteUri(id), `${shipmentUri(id)}/label`])
      await eraseDocuments(app, tenant, subject, erasing)
  }
}
