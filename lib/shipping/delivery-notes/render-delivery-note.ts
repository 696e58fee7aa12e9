import { hash } from 'node:crypto'
import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { deliveryNoteUri } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Renders the delivery note of a shipment as it is now; one that says the same is returned again. */
export const renderDeliveryNote = async (
  app: App,
  unit: Unit,
  id: string,
  locale: string | undefined,
  log: Log,
): Promise<StoredDocument> => {
  const shipment = await unit.load(shipments, id)
  if (!shipment.lines.length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The shipment has no lines, so there is nothing to print.')
  if (shipment.reversedAt)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The hand-off of the shipment was reversed, so nothing leaves with it.')
  unit.require(shipments, shipment)
  // Loaded late, because few requests of this module need them.
  const [{ renderDocument }, { readStationery }, { layOutDeliveryNote }] = await Promise.all([
    import('../../document/documents/render-document.ts'),
    import('../../document/printing/stationery.ts'),
    import('./lay-out-delivery-note.ts'),
  ])
  const stationery = await readStationery(app, unit.tenant, log)
  const chosen = locale ?? stationery.locale
  const { orderNumber, carrier, trackingNumber, handedOverAt, lines, deliveryAddress, customerNote } = shipment
  const options = {
    locale: chosen,
    content: hash(
      'sha256',
      JSON.stringify([orderNumber, carrier, trackingNumber, handedOverAt, lines, deliveryAddress, customerNote]),
    ),
  }
  return await renderDocument(
    app,
    unit,
    {
      subject: deliveryNoteUri(shipment.id),
      source: 'shipping',
      sourceRef: shipment.id,
      options,
      isDraft: false,
      print: async () => layOutDeliveryNote(shipment, stationery, chosen),
    },
    log,
  )
}
