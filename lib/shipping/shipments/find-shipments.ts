import type { Id } from '../../platform/id.ts'
import { foldTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { find } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

/** Parcels of one order that are read; more are never needed together. */
const MAX_SHIPMENTS_OF_ORDER = 200

export const findShipment = (db: Table, tenant: Id, id: string): Promise<StoredShipment | undefined> =>
  find(db, shipments, tenant, id)

/** Lists the shipments of a sales order, oldest first. */
export const listShipmentsOfSalesOrder = async (db: Table, tenant: Id, salesOrderId: Id): Promise<StoredShipment[]> =>
  (await scanOldestFirst(db, shipments, tenant, { by: { salesOrderId }, after: null, limit: MAX_SHIPMENTS_OF_ORDER }))
    .items

/** Lists the shipments of a fulfilment order, oldest first. */
export const listShipmentsOfFulfilmentOrder = async (
  db: Table,
  tenant: Id,
  fulfilmentOrderId: Id,
): Promise<StoredShipment[]> =>
  (
    await scanOldestFirst(db, shipments, tenant, {
      by: { fulfilmentOrderId },
      after: null,
      limit: MAX_SHIPMENTS_OF_ORDER,
    })
  ).items

/**
 * Finds the shipments that have a tracking number, however it is spelled; carriers use numbers again, so there may be several.
 */
export const findShipmentsByNumber = async (db: Table, tenant: Id, number: string): Promise<StoredShipment[]> => {
  const searchedNumber = foldTrackingNumber(number)
  if (searchedNumber === null) return []
  const by = { searchedNumber }
  return (await scanOldestFirst(db, shipments, tenant, { by, after: null, limit: MAX_SHIPMENTS_OF_ORDER })).items
}
