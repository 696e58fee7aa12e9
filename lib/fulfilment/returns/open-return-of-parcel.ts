import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'

/** Opens a return for a parcel that could not be delivered, once per shipment. */
export const openReturnOfParcel = async (_db: Table, _unit: Unit, _shipment: StoredShipment): Promise<void> => undefined
