import type { RemoteParcel } from '../../custodians/custodian-connector.ts'
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
  _db: Table,
  unit: Unit,
  origin: ShipmentOrigin,
  { id: parcelId, events, handedOverAt, ...parcel }: Parcel,
): Promise<StoredShipment> =>
  unit.create(shipments, {
    ...origin,
    ...parcel,
    lines: [...parcel.lines],
    parcelId,
    events,
    status: 'created',
    flags: [],
    handedOverAt,
    deliveredAt: null,
  })
