import type { DeliveryAddress } from '../../schemas/fulfilment/fulfilment-order.ts'
import type { Capability, ConnectionConfig, CustodianType } from '../../schemas/warehousing/custodian.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Id } from '../platform/id.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { AddressLimits } from './address-limits.ts'
import type { Label, LabelFormat, LabelOffer, ParcelToLabel, TrackedParcel } from './label.ts'
import type { TrackingEvent } from './tracking-event.ts'

export type { Label, LabelAddress, LabelFormat, LabelOffer, ParcelToLabel, TrackedParcel } from './label.ts'
export type { TrackingEvent } from './tracking-event.ts'

/** A custodian's system, with everything that a connector needs to call it. */
export interface CustodianSystem {
  tenant: Id
  custodianId: Id
  /** The capabilities that the tenant has enabled; they tell who picks the warehouse. */
  enabledCapabilities: readonly Capability[]
  /** The decrypted credentials. */
  credentials: ConnectionConfig
  outbound: Outbound
  /** Present for types that the wizard connects: returns a valid access token; `rejected` was not accepted. */
  token?: (rejected?: string) => Promise<string>
  /** Data of the wizard's connection, such as the chosen resources. */
  kept?: Readonly<Record<string, string>>
  /** Address of the provider's API, if the deployment sets one. */
  apiUrl?: string
  /** The table in which a simulated custodian keeps its state. */
  db: Table
  now: Date
  /** The clock by which calls are spaced. */
  clock?: () => Date
  /** The deadline of the caller, which limits waits and retries. */
  deadline?: Deadline | undefined
  wait?: (ms: number) => Promise<unknown>
}

export const CUSTODIAN_ERRORS = [
  'AUTH_FAILED',
  'INSUFFICIENT_SCOPE',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'INVALID_CONFIG',
  'UPSTREAM_ERROR',
] as const
export type CustodianErrorCode = (typeof CUSTODIAN_ERRORS)[number]

/**
 * The reason why a custodian's system could not be used. Tenants see the message, so it contains no text of the system.
 * `isUnclear` tells that the system may have done what it was asked for, because its answer was lost.
 */
export class CustodianError extends Error {
  readonly code: CustodianErrorCode
  readonly isUnclear: boolean
  readonly retryAfterSeconds?: number

  constructor(
    code: CustodianErrorCode,
    message: string,
    options: { isUnclear?: boolean; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.isUnclear = options.isUnclear ?? false
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A request to fulfil an order. */
export interface Dispatch {
  /** Our name for the order at the custodian; the same for every attempt that may already have arrived. */
  reference: string
  orderNumber: string
  serviceLevel: string | null
  deliveryAddress: DeliveryAddress
  customer: { name: string | null; email: string | null; phone: string | null }
  /** What the customer wrote for whoever packs and delivers the order. */
  customerNote: string | null
  currency: string
  lines: readonly { sku: string; name: string | null; quantity: number; unitPrice: number | null }[]
}

/** A parcel as the custodian or the carrier knows it. */
export interface RemoteParcel {
  /** Id at the custodian, unique among the parcels of one order; some custodians use it again with the next order. */
  id: string
  carrier: string | null
  service: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  lines: readonly { sku: string; quantity: number }[]
  /** Time at which it left the custodian; null if it has not. */
  handedOverAt: string | null
  /** Time, or day in the destination, by which it is promised. */
  promisedBy: string | null
  /** The person who signed for the parcel; absent where the system never tells. */
  signedBy?: string | null
  events: readonly TrackingEvent[]
}

export type RemoteState = 'accepted' | 'in_progress' | 'on_hold' | 'closed' | 'cancelled' | 'refused'

/** A fulfilment order as the custodian knows it: everything so far, not what changed. */
export interface RemoteFulfilment {
  reference: string
  remoteId: string
  /** Null if the custodian's state is unknown to us, so that ours is kept. */
  state: RemoteState | null
  /** Why it is on hold, refused or cancelled; a text for the tenant in our words. */
  reason: string | null
  /** Pieces that the custodian will not fulfil. */
  cancelled: readonly { sku: string; quantity: number }[]
  parcels: readonly RemoteParcel[]
}

export type CancelAnswer =
  | { answer: 'accepted' }
  /** The custodian decides later; reading the order tells. */
  | { answer: 'pending' }
  | { answer: 'refused'; reason: string }

export interface RemoteStock {
  sku: string
  onHand: number
}

/** Goods that will arrive at the custodian. */
export interface InboundAnnouncement {
  reference: string
  expectedAt: string
  lines: readonly { sku: string; name: string | null; quantity: number }[]
}

/** A call that a custodian's system makes to us. */
export interface CustodianDelivery {
  headers: Readonly<Record<string, string | undefined>>
  raw: Buffer
}

/** The content of a webhook: the order whose state is to be read, or the state itself; neither if it changes nothing here. */
export interface CustodianNotice {
  topic: string
  /** Unique to the event; null if the system has no such id, so that the body identifies it. */
  eventId: string | null
  /** Present if the notice names an order. */
  order?: { reference: string } | { remoteId: string } | { parcelId: string }
  /** Present if the notice contains the whole state. */
  fulfilment?: RemoteFulfilment
  /** When that state was true, by the clock of the system; null or absent if it does not say. */
  toldAt?: string | null
  /** Present if the notice is about a parcel of our own, whose label or number the system knows. */
  parcel?: TrackedParcel
}

/**
 * The parts of a custodian type's system that we can use; an absent part is not supported. All parts throw `CustodianError`.
 */
export interface CustodianConnector {
  type: CustodianType
  /** Capabilities that the type can have; each does what its name says. */
  capabilities: readonly Capability[]
  /** True for custodians that exist in the deployment's table only; they are offered if `simulatedStores` is set. */
  isSimulated?: boolean
  /** Proves that the credentials are accepted. */
  test?(system: CustodianSystem): Promise<void>
  orders?: {
    /** What the system takes of an address; absent if it tells no limits. */
    limits?: AddressLimits
    /** Places an order. A reference that the system knows already returns that order and places no second one. */
    dispatch(system: CustodianSystem, dispatch: Dispatch): Promise<RemoteFulfilment>
    /**
     * Returns undefined if the system does not know the reference. `known` is needed where the system does not keep our
     * reference.
     */
    find(
      system: CustodianSystem,
      reference: string,
      known?: { remoteId: string | null; orderNumber: string },
    ): Promise<RemoteFulfilment | undefined>
    /** Returns the custodian's id of a parcel's order; absent unless webhooks of the system name parcels alone. */
    findIdByParcel?(system: CustodianSystem, parcelId: string): Promise<string | undefined>
    /** Asks the custodian to cancel; absent if orders cannot be cancelled there. */
    cancel?(system: CustodianSystem, order: { reference: string; remoteId: string }): Promise<CancelAnswer>
  }
  inventory?: {
    /** Returns a page of the custodian's stock; `next` is null on the last page. */
    page(system: CustodianSystem, cursor: string | null): Promise<{ stock: RemoteStock[]; next: string | null }>
  }
  inbound?: {
    /** Announces goods; the same reference twice announces them once. Returns the custodian's id. */
    announce(system: CustodianSystem, announcement: InboundAnnouncement): Promise<string>
  }
  /** Labels and tracking of parcels that the tenant ships itself. */
  labels?: {
    /** Returns what is taken of an address for a carrier; null lets the lowest price decide. */
    getLimits?(carrier: string | null): AddressLimits
    /** Registers a parcel and returns the best offer, which costs nothing. Store it before buying it. */
    offer(system: CustodianSystem, parcel: ParcelToLabel): Promise<LabelOffer>
    /** Buys an offer. One that is bought already returns the same label and buys no second one. */
    buy(system: CustodianSystem, offer: Pick<LabelOffer, 'remoteId' | 'rateId'>, format: LabelFormat): Promise<Label>
    /** Returns the label of an offer; undefined if it is not bought. */
    find(system: CustodianSystem, remoteId: string, format: LabelFormat): Promise<Label | undefined>
    /** Asks for the money back. A label that is void already is accepted. */
    void(system: CustodianSystem, remoteId: string): Promise<CancelAnswer>
    /** Reads a parcel by its number; asking twice registers it once. */
    track(system: CustodianSystem, parcel: { carrier: string | null; trackingNumber: string }): Promise<TrackedParcel>
  }
  webhooks?: {
    /** Compares the signature of the raw body in constant time. */
    verify(delivery: CustodianDelivery, credentials: ConnectionConfig, now: Date): boolean
    /** The headers in which a delivery names its topic, in lower case; absent if only its body does. */
    topicHeaders?: readonly string[]
    /** Reads a verified body. Throws `InvalidNotice`. */
    read(delivery: CustodianDelivery): CustodianNotice
  }
}

/** A webhook's body that is not in the system's format. The message continues "The body …" for the tenant. */
export class InvalidNotice extends Error {}
