import { hash } from 'node:crypto'
import type { RemoteParcel } from '../../custodians/custodian-connector.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

/** What a shipment repeats of the fulfilment order that it belongs to. */
export type ShipmentOrigin = Pick<
  StoredShipment,
  'fulfilmentOrderId' | 'salesOrderId' | 'orderNumber' | 'channelId' | 'custodianId' | 'custodianName'
>

/** A parcel whose lines name variants. */
export type Parcel = Omit<RemoteParcel, 'lines'> & { lines: StoredShipment['lines'] }

/** Creates the shipment of a parcel, or brings the known one up to date. The same parcel twice changes nothing. */
export const recordParcel = async (
  db: Table,
  unit: Unit,
  origin: ShipmentOrigin,
  { id: parcelId, events, handedOverAt, ...parcel }: Parcel,
): Promise<StoredShipment> => {
  const value = hash('sha256', JSON.stringify([origin.custodianId, parcelId]), 'hex')
  const before = await findOwner(db, shipments, unit.tenant, 'parcel', value)
  const fields = { ...parcel, lines: [...parcel.lines], events, handedOverAt }
  if (!before)
    return unit.create(shipments, { ...origin, ...fields, parcelId, status: 'created', flags: [], deliveredAt: null })
  const isSame = JSON.stringify({ ...before, ...fields }) === JSON.stringify(before)
  return isSame ? before : unit.update(shipments, before, fields)
}
