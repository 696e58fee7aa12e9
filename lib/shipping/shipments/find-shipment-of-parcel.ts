import type { Id } from '../../platform/id.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

/** Finds the shipment of a custodian's parcel by the id that the parcel has there. */
export const findShipmentOfParcel = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  parcelId: string,
): Promise<StoredShipment | undefined> => {
  const value = shipments.unique?.({ custodianId, parcelId } as StoredShipment).parcel
  return value ? await findOwner(db, shipments, tenant, 'parcel', value) : undefined
}
