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

/** The way by which news of a parcel came. */
export interface ParcelNews {
  /** An id under which the parcel may be known so far. */
  replaces?: string | undefined
  /** Time at which the news were true; null if nobody knows, since a webhook can be overtaken. Work by hand has none. */
  asOf?: Date | null
}

/** Tells whether something happened to a parcel after the news of it were true, so that they tell no newer number. */
const isOvertaken = (
  before: StoredShipment,
  { events, handedOverAt }: Pick<Parcel, 'events' | 'handedOverAt'>,
  asOf: ParcelNews['asOf'],
): boolean => {
  if (asOf === undefined) return false
  if (before.handedOverAt !== null && handedOverAt === null && !events.length) return true
  const last = events
    .map(({ occurredAt }) => new Date(occurredAt).toISOString())
    .toSorted()
    .at(-1)
  const at = asOf?.toISOString() ?? last
  return at !== undefined && before.events.some(({ occurredAt }) => occurredAt > at)
}

/**
 * Creates the shipment of a parcel, or brings the known one up to date. What the custodian does not know any more stays as it
 * was, the same parcel twice changes nothing, and news that were overtaken bring no former tracking number back. The shop is
 * told by a task of its own.
 */
export const recordParcel = async (
  db: Table,
  unit: Unit,
  origin: ShipmentOrigin,
  { id: parcelId, events, handedOverAt, lines, service, promisedBy, signedBy, ...parcel }: Parcel,
  { replaces, asOf }: ParcelNews = {},
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
  const isOld = isOvertaken(before, { events, handedOverAt }, asOf)
  return changeShipment(unit, before, {
    parcelId,
    isVoid: false,
    ...followed,
    ...proof,
    ...(!isOld && (await renameCarrier(db, unit, before, parcel))),
    service: service ?? before.service,
    promisedBy: promisedBy ?? before.promisedBy,
    ...(lines.length && { lines: [...lines] }),
  })
}
