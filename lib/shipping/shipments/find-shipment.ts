import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

export const findShipment = (db: Table, tenant: Id, id: string): Promise<StoredShipment | undefined> =>
  find(db, shipments, tenant, id)
