import type { DeliveryAddress } from '../../schemas/fulfilment/fulfilment-order.ts'
import type { TrackingEvent } from './tracking-event.ts'

export type LabelFormat = 'PDF' | 'PNG' | 'ZPL'

export type LabelAddress = DeliveryAddress

/** A parcel of our own for which a label is wanted. */
export interface ParcelToLabel {
  /** Our name for the parcel, printed on the label where the carrier allows it. */
  reference: string
  from: LabelAddress
  to: LabelAddress
  weightGrams: number
  /** Null if unknown; many carriers then refuse. */
  sizeMillimetres: { length: number; width: number; height: number } | null
  /** Name of the carrier or the service as the offers name them; null lets the lowest price decide. */
  carrier: string | null
  service: string | null
  format: LabelFormat
}

/** A label that can be bought. It costs nothing, so that it is stored before it is bought. */
export interface LabelOffer {
  /** Id of the parcel at the system, under which it is found again. */
  remoteId: string
  /** Id of the chosen price. */
  rateId: string
  carrier: string
  service: string
  /** In minor units; null if the system's price cannot be read. */
  price: { amount: number; currency: string } | null
}

export interface Label {
  remoteId: string
  carrier: string | null
  service: string | null
  trackingNumber: string
  trackingUrl: string | null
  format: LabelFormat
  /** The file itself, because links to it end. */
  file: Buffer
}

/** A parcel of our own as its carrier knows it. */
export interface TrackedParcel {
  /** Id of the label at the system; null if the parcel was registered by its number. */
  remoteId: string | null
  carrier: string | null
  trackingNumber: string
  trackingUrl: string | null
  /** Time, or day in the destination, by which it is promised. */
  promisedBy: string | null
  /** Who signed for the parcel; null if nobody did. */
  signedBy: string | null
  events: readonly TrackingEvent[]
}
