import { hash } from 'node:crypto'
import type { TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { TrackedParcel } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import { foldTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { findOwner, list, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type StoredShipment, shipmentTimeline } from './shipment.ts'

// Shipments:  T#<tenant>#shipment / <id>   listed newest first by status, and by fulfilment order, sales order or tracking
//                                          number, which few share; unique by fulfilment order and the custodian's
//                                          id of the parcel, and by the id of its label; due when it would be late

const hashPair = (owner: string | null, id: string) => hash('sha256', JSON.stringify([owner, id]), 'hex')

export const shipments = entity<StoredShipment>({
  name: 'shipment',
  shape: 1,
  audit: { hidden: ['deliveryAddress', 'customerNote', 'proofOfDelivery'], platform: 'summary' },
  lists: [
    { facets: ['status'], depth: true },
    { by: ['fulfilmentOrderId'], facets: [], uncounted: true },
    { by: ['salesOrderId'], facets: [], uncounted: true },
    { by: ['searchedNumber'], facets: [], uncounted: true },
  ],
  unique: ({ fulfilmentOrderId, parcelId, label }) => ({
    parcel: parcelId && hashPair(fulfilmentOrderId, parcelId),
    label: label?.remoteId ? hashPair(label.custodianId, label.remoteId) : null,
  }),
  packs: ['lines'],
  timeline: shipmentTimeline,
})

/**
 * Finds the shipment of a parcel of an order by the custodian's id of it, which some custodians use again with each order.
 * Tracking numbers identify none, since carriers use them again.
 */
export const findByParcel = (db: Table, tenant: Id, fulfilmentOrderId: Id | null, parcelId: string) =>
  findOwner(db, shipments, tenant, 'parcel', hashPair(fulfilmentOrderId, parcelId))

/** Finds the shipment of a label at the system through which it was bought. */
const findShipmentOfLabel = (db: Table, tenant: Id, custodianId: string, remoteId: string) =>
  findOwner(db, shipments, tenant, 'label', hashPair(custodianId, remoteId))

/** Upper bound of the parcels of one order that are listed. */
const MAX_PARCELS = 200

type Group = Partial<Pick<StoredShipment, 'fulfilmentOrderId' | 'salesOrderId' | 'searchedNumber'>>

const readGroup = async (db: Table, tenant: Id, by: Group): Promise<StoredShipment[]> =>
  (await list(db, shipments, tenant, { by, page: 1, itemsPerPage: MAX_PARCELS })).items

/** Lists the parcels of the order that a shipment belongs to, newest first; a shipment without an order is alone. */
export const listParcelsOfOrder = async (
  db: Table,
  tenant: Id,
  shipment: StoredShipment,
): Promise<StoredShipment[]> => {
  const { salesOrderId, fulfilmentOrderId } = shipment
  if (salesOrderId) return await readGroup(db, tenant, { salesOrderId })
  return fulfilmentOrderId ? await readGroup(db, tenant, { fulfilmentOrderId }) : [shipment]
}

/** Finds the shipments that a carrier's news are about: that of the label, else those with the number. */
export const findTrackedShipments = async (
  db: Table,
  tenant: Id,
  custodianId: string,
  { remoteId, trackingNumber }: Pick<TrackedParcel, 'remoteId' | 'trackingNumber'>,
): Promise<StoredShipment[]> => {
  const own = remoteId === null ? undefined : await findShipmentOfLabel(db, tenant, custodianId, remoteId)
  const searchedNumber = foldTrackingNumber(trackingNumber)
  if (own || searchedNumber === null) return own ? [own] : []
  return await readGroup(db, tenant, { searchedNumber })
}

export interface ShipmentFilters {
  status?: TrackingState | undefined
  fulfilmentOrderId?: Id | undefined
  salesOrderId?: Id | undefined
  trackingNumber?: string | undefined
}

export const listShipments = async (
  db: Table,
  tenant: Id,
  page: Page,
  { status, fulfilmentOrderId, salesOrderId, trackingNumber }: ShipmentFilters,
): Promise<Members<StoredShipment>> => {
  const searchedNumber = trackingNumber === undefined ? undefined : foldTrackingNumber(trackingNumber)
  if (searchedNumber === null) return { items: [], totalItems: 0 }
  const [group] = [
    ...(fulfilmentOrderId ? [{ fulfilmentOrderId }] : []),
    ...(salesOrderId ? [{ salesOrderId }] : []),
    ...(searchedNumber ? [{ searchedNumber }] : []),
  ] satisfies Group[]
  if (!group) return await list(db, shipments, tenant, { ...page, facets: { status } })
  const found = (await readGroup(db, tenant, group)).filter(
    (each) =>
      (!status || each.status === status) &&
      (!fulfilmentOrderId || each.fulfilmentOrderId === fulfilmentOrderId) &&
      (!salesOrderId || each.salesOrderId === salesOrderId) &&
      (!searchedNumber || each.searchedNumber === searchedNumber),
  )
  return slicePage(found, page)
}
