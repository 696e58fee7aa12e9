import { isDeepStrictEqual } from 'node:util'
import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findShipmentsByNumber } from '../../shipping/shipments/find-shipments.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import { pickPlace } from '../order-fulfilments/order-fulfilment.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

/** Time after which carriers may use a number again. */
const NUMBER_LASTS_MS = 60 * 86_400_000

/** A parcel that a custodian tells of for one order, although it is that of another one. */
export interface ForeignParcel {
  id: string
  trackingNumber: string
  orderNumber: string | null
}

/** Tells whether a shipment is that of another order which goes elsewhere; orders of one buyer may share a box. */
const isElsewhere = (shipment: StoredShipment, order: StoredFulfilmentOrder, now: Date): boolean =>
  shipment.custodianId === order.custodianId &&
  shipment.fulfilmentOrderId !== null &&
  shipment.fulfilmentOrderId !== order.id &&
  (shipment.salesOrderId === null || shipment.salesOrderId !== order.salesOrderId) &&
  shipment.status !== 'cancelled' &&
  now.getTime() - Date.parse(shipment.createdAt) < NUMBER_LASTS_MS &&
  !isDeepStrictEqual(pickPlace(shipment), pickPlace(order))

/** A parcel that was told of before is the order's, whatever number it gets. */
const isKnown = ({ parcels }: StoredFulfilmentOrder, { id }: RemoteParcel): boolean =>
  parcels.some((known) => known.id === id)

/** Finds the parcels of a state that the custodian had told of for another order, which goes to somebody else. */
export const findForeignParcels = async (
  db: Table,
  tenant: Id,
  order: StoredFulfilmentOrder,
  { parcels }: RemoteFulfilment,
  now: Date,
): Promise<ForeignParcel[]> => {
  const found = await Promise.all(
    parcels.map(async (parcel): Promise<ForeignParcel[]> => {
      const { id, trackingNumber } = parcel
      if (trackingNumber === null || isKnown(order, parcel)) return []
      const owner = (await findShipmentsByNumber(db, tenant, trackingNumber)).find((each) =>
        isElsewhere(each, order, now),
      )
      return owner ? [{ id, trackingNumber, orderNumber: owner.orderNumber }] : []
    }),
  )
  return found.flat()
}

/** Leaves out parcels of other orders; whether the custodian is done with this one is not known then. */
export const leaveOutForeign = (told: RemoteFulfilment, foreign: readonly ForeignParcel[]): RemoteFulfilment =>
  foreign.length
    ? { ...told, state: null, parcels: told.parcels.filter(({ id }) => !foreign.some((each) => each.id === id)) }
    : told
