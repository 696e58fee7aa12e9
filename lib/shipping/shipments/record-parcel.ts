import type { RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment, createShipment, nameCarrier, renameCarrier } from './change-shipment.ts'
import { followParcel, NEW_PARCEL } from './follow-parcel.ts'
import { proveDelivery } from './prove-delivery.ts'
import type { StoredShipment } from './shipment.ts'
import { findByParcel } from './shipment-store.ts'

/** Fields that a shipment repeats of the fulfilment order that it belongs to. */
export type ShipmentOrigin = Pick<
  StoredShipment,
  | 'fulfilmentOrderId'
  | 'salesOrderId'
  | 'orderNumber'
  | 'channelId'
  | 'custodianId'
  | 'custodianName'
  // Its country decides in which zone the parcel would be late.
  | 'deliveryAddress'
  | 'customerNote'
>

/** A parcel whose lines name variants. */
export type Parcel = Omit<RemoteParcel, 'lines'> & { lines: StoredShipment['lines'] }

/**
 * Creates the shipment of a parcel, or brings the known one up to date. What the custodian does not know any more stays as it
 * was, and the same parcel twice changes nothing. `replaces` is an id under which it may be known so far. The shop is told by a
 * task of its own.
 */
export const recordParcel = async (
  db: Table,
  unit: Unit,
  origin: ShipmentOrigin,
  { id: parcelId, events, handedOverAt, lines, service, promisedBy, signedBy, ...parcel }: Parcel,
  replaces?: string,
): Promise<StoredShipment> => {
  const find = (id: string) => findByParcel(db, unit.tenant, origin.fulfilmentOrderId, id)
  const before = (await find(parcelId)) ?? (replaces === undefined ? undefined : await find(replaces))
  if (before?.reversedAt) return before
  // A custodian that tells of the parcel has it, even if it had forgotten it before.
  const followed = followParcel({ ...(before ?? NEW_PARCEL), isVoid: false }, { events, handedOverAt })
  const proof = proveDelivery(before, followed, signedBy)
  if (!before)
    return createShipment(unit, {
      ...origin,
      ...(await nameCarrier(db, unit, parcel)),
      ...followed,
      ...proof,
      parcelId,
      service,
      promisedBy,
      lines: [...lines],
    })
  return changeShipment(unit, before, {
    parcelId,
    isVoid: false,
    ...followed,
    ...proof,
    ...(await renameCarrier(db, unit, before, parcel)),
    service: service ?? before.service,
    promisedBy: promisedBy ?? before.promisedBy,
    ...(lines.length && { lines: [...lines] }),
  })
}
