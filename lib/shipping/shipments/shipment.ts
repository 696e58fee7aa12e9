import type { LabelState, Shipment } from '../../../schemas/shipping/shipment.ts'
import type { TrackingState } from '../../../schemas/shipping/tracking.ts'
import type { ParcelToLabel, TrackingEvent } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { TimelineRule } from '../../platform/store/entities/timeline.ts'
import type { Due } from '../../platform/store/table/due.ts'

type Shown = Omit<Shipment, keyof Stored | 'trackingPageUrl' | 'events' | 'label'>

export type StoredLabel = NonNullable<Shipment['label']> & {
  /** The label that is to be bought; null if the label was uploaded. */
  asked: Omit<ParcelToLabel, 'to' | 'reference'> | null
  /** Id of the parcel at the custodian's system, under which a lost answer is looked up; null until there is an offer. */
  remoteId: string | null
  /** Id of the price that was chosen. */
  rateId: string | null
  /** Calls that were begun for the present step. */
  attempts: number
}

/** A label that is or was to be bought. */
export type BoughtLabel = StoredLabel & { custodianId: Id; asked: NonNullable<StoredLabel['asked']> }

export interface StoredShipment extends Shown, Stored, Due {
  /** The custodian's id of the parcel, unique within its fulfilment order; null for parcels that people entered. */
  parcelId: string | null
  /** True while its custodian, which had told of it, has no such parcel any more. */
  isVoid: boolean
  /** Events in the order in which they happened. */
  events: readonly TrackingEvent[]
  label: StoredLabel | null
  /** The tracking number as it is searched: without spaces and in upper case. */
  searchedNumber: string | null
  /** Number of the current link to the buyer's page; earlier links have ended. */
  link: number
}

const WITHOUT_COST: readonly LabelState[] = ['void', 'failed', 'uploaded']

/** Returns true if money was or may be spent on the label, so that it has to be voided before its parcel is cancelled. */
export const isPaid = ({ status }: Pick<StoredLabel, 'status'>): boolean => !WITHOUT_COST.includes(status)

const MOVING = ['created', 'scheduled', 'cancelled', 'in_transit'] as const

/**
 * States of a parcel as its events tell them, in whatever order these come: a change of state is what the next event adds to
 * all those before. A cancelled parcel can still move, if the carrier got it anyway, and a lost one is found; one whose
 * hand-off was reversed cannot, whatever is told of its number.
 */
export const SHIPMENT_MOVES = {
  restore: { from: ['cancelled'], to: 'created' },
  schedule: { from: ['created', 'cancelled'], to: 'scheduled' },
  cancel: { from: ['created', 'scheduled'], to: 'cancelled' },
  depart: { from: ['created', 'scheduled', 'cancelled', 'out_for_delivery', 'lost'], to: 'in_transit' },
  go_out: { from: [...MOVING, 'lost'], to: 'out_for_delivery' },
  lose: { from: [...MOVING, 'out_for_delivery'], to: 'lost' },
  come_back: { from: [...MOVING, 'out_for_delivery', 'lost', 'delivered'], to: 'returned' },
  deliver: { from: [...MOVING, 'out_for_delivery', 'lost', 'returned'], to: 'delivered' },
  damage: { from: [...MOVING, 'out_for_delivery', 'lost', 'returned', 'delivered'], to: 'damaged' },
  refuse: { from: [...MOVING, 'out_for_delivery', 'lost', 'returned', 'delivered', 'damaged'], to: 'refused' },
  reverse: {
    from: [...MOVING, 'out_for_delivery', 'lost', 'returned', 'delivered', 'damaged', 'refused'],
    to: 'cancelled',
  },
} as const satisfies Moves<TrackingState, string>

export const shipmentUri = (id: Id) => `commerce:///shipping/shipments/${id}`

export const deliveryNoteUri = (id: Id) => `${shipmentUri(id)}/delivery-note`

const OPEN: readonly TrackingState[] = ['created', 'scheduled', 'in_transit', 'out_for_delivery']

/** Returns true while the parcel can still arrive in time. */
export const isOnItsWay = ({ status }: Pick<StoredShipment, 'status'>): boolean => OPEN.includes(status)

const NOT_LEFT: readonly TrackingState[] = ['created', 'scheduled', 'cancelled']

/** Returns true once the parcel has left the custodian. */
export const hasLeft = ({ status, handedOverAt }: Pick<StoredShipment, 'status' | 'handedOverAt'>): boolean =>
  !NOT_LEFT.includes(status) || (handedOverAt !== null && status !== 'cancelled')

/** Returns true while news of the parcel are to be expected: it is on its way, or lost and may be found. */
export const canMove = (shipment: Pick<StoredShipment, 'status'>): boolean =>
  isOnItsWay(shipment) || shipment.status === 'lost'

/** Returns true if the goods come back to the sender, or are there. */
export const comesBack = ({ status, flags }: Pick<StoredShipment, 'status' | 'flags'>): boolean =>
  status === 'refused' || status === 'returned' || flags.includes('returning')

/** The steps of the parcels of a sales order: each state, as custodians and carriers tell it. */
export const shipmentTimeline: TimelineRule<StoredShipment> = {
  of: ({ salesOrderId }) => salesOrderId,
  uri: ({ id }) => shipmentUri(id),
  tell: ({ status, carrier, trackingNumber }, before) =>
    status === before?.status ? [] : [{ step: `shipment.${status}`, details: { carrier, trackingNumber } }],
}
