import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { shipments } from './shipment-store.ts'

/** Returns the tracking number of a parcel; null if it has none. */
export const findTrackingNumber = async (db: Table, tenant: Id, shipmentId: Id): Promise<string | null> =>
  (await find(db, shipments, tenant, shipmentId))?.trackingNumber ?? null
