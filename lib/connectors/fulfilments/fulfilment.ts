import type { Day } from '../../platform/calendar/day.ts'
import type { Shop } from '../connector.ts'

/** An order in a shop, with the platform's record of it as it was received last. */
export interface OrderInShop {
  externalOrderId: string
  raw: unknown
}

/** A fulfilment as a shop shows it. */
export interface ShopFulfilment {
  externalId: string
  /** Our id of the parcel, if the platform keeps it. */
  mark: string | null
  carrier: string | null
  /** Its tracking number; several, such as those of two boxes, are joined by a comma. */
  trackingNumber: string | null
  trackingUrl: string | null
  /** Empty if the platform does not tell which pieces are in it. */
  lines: readonly { sku: string | null; quantity: number }[]
}

/** A parcel that was handed over, for the shop to show. */
export interface Parcel {
  /** Our id of the shipment. */
  id: string
  lines: readonly { sku: string; name: string | null; quantity: number }[]
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** ISO 8601 in UTC. */
  handedOverAt: string
  /** Day of `handedOverAt` in the tenant's time zone, for shops that keep days. */
  handedOverOn: Day
  /** The shop's ids of its fulfilments, once they are known. */
  externalIds: readonly string[]
  /** Tracking numbers with which the parcel may have been published before, even if the shop's answer was lost. */
  formerNumbers: readonly string[]
  /** True if it may have been published before. */
  wasTried: boolean
}

export interface Publication {
  order: OrderInShop
  parcel: Parcel
  /** Other parcels of the order that were handed over. */
  others: readonly Parcel[]
  /** True if nothing of the order remains to be handed over. */
  isLast: boolean
}

/** A parcel that the shop must not show any more, because it never left or was cancelled. */
export type Withdrawal = Omit<Publication, 'isLast'>

/**
 * `withdrawn` has the ids of the shop's fulfilments that were ended, none if the shop showed none. `waits` and `refused` tell
 * why the shop still shows the parcel, as for a publication.
 */
export type WithdrawalOutcome = { withdrawn: readonly string[] } | { waits: string } | { refused: string }

/**
 * `skipped` tells why the shop needs nothing, `waits` why it must be tried later, `refused` why the shop rejects the parcel, so
 * that a retry would be rejected again. `remark` tells what the shop does not show.
 */
export type PublicationOutcome =
  | { published: 'created' | 'updated' | 'unchanged'; externalIds: readonly string[]; remark?: string | undefined }
  | { skipped: string }
  | { waits: string }
  | { refused: string }

/**
 * The fulfilments of a platform. Only one caller at a time may publish or withdraw for an order. All functions throw
 * `ConnectorError`.
 */
export interface Fulfilments {
  /** Returns the fulfilments of an order; undefined if the shop no longer has the order. */
  list(shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined>
  /** Shows the parcel in the shop, unless the shop shows it already; so the call is idempotent. */
  publish(shop: Shop, publication: Publication): Promise<PublicationOutcome>
  /** Ends what the shop shows of the parcel, so that it expects the pieces again; the call is idempotent. */
  withdraw(shop: Shop, withdrawal: Withdrawal): Promise<WithdrawalOutcome>
  /** Tells whether the first publication is final: the shop mails it, or keeps its tracking number. */
  isFinal(config: Shop['config']): boolean
}
