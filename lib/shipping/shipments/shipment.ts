import type { Shipment } from '../../../schemas/shipping/shipment.ts'
import type { TrackingEvent } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredShipment extends Omit<Shipment, keyof Stored>, Stored {
  /** Id of the parcel at the custodian, by which it is found again; null for parcels that people entered. */
  parcelId: string | null
  /** Events in the order in which they happened. */
  events: readonly TrackingEvent[]
}

export const shipmentUri = (id: Id) => `commerce:///shipping/shipments/${id}`
