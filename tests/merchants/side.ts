import type { Shelf } from '../connectors/servers/goods.ts'
import type { StoreServer } from '../connectors/servers/server.ts'
import type { BookOrder } from './book.ts'

export interface Notice {
  body: string
  headers: Record<string, string>
}

/** What a shop's staff and buyers can do with an order of a platform, as its documentation says. */
export interface Customs {
  /** Orders can be edited once they are paid. */
  editsPaid: boolean
  /** Orders can be edited until they are paid. */
  editsUnpaid: boolean
  /** An order of which the shop knows a fulfilment cannot be cancelled any more. */
  cancelsUntilSent: boolean
  /** A cancelled order may be paid or restored. */
  reopens: boolean
  deletes: boolean
  completes: boolean
  holds: boolean
  authorizes: boolean
  paysOnDelivery: boolean
  /** Orders may be placed that are paid later, or never. */
  paysLater: boolean
  /** What an edit removes may stay unpaid to the buyer; otherwise its refund is part of the edit. */
  owesEdits: boolean
  /** Refunds may be of a part of what was paid. */
  refundsParts: boolean
  /** The staff sends single pieces. */
  sendsParts: boolean
}

/** A channel of a shop, with its currency and what its prices contain. */
export interface SideChannel {
  /** The channel as it is connected here. */
  fields: object
  currency: string
  /** Null if that differs by order. */
  isGross: boolean | null
  /** The price of what it sells in the shop, as a decimal. */
  priceOf(sku: string): number | undefined
  /** Lets the staff change a price. */
  reprice(sku: string, price: string): void
}

/** A shop of a platform, written from its book. */
export interface Side {
  type: 'shopify' | 'woocommerce' | 'vendure' | 'sylius'
  server: StoreServer
  address: string
  shelf: Shelf
  channels: readonly [SideChannel, ...SideChannel[]]
  topics: string[]
  customs: Customs
  /** The id of the order in the shop. */
  idOf(order: BookOrder): string
  /** Shows the order as the book has it now. */
  write(order: BookOrder): void
  /** Takes over what the platform itself has changed since, such as the status of an order that was sent. */
  refresh(order: BookOrder): void
  /** What the shop tells of a change that it has just made; undefined if it has no webhooks. */
  tell(
    order: BookOrder,
    change: 'placed' | 'changed' | 'cancelled' | 'deleted' | 'restored' | 'sent' | 'released',
  ): Notice | undefined
  /** Pieces of each line that the shop shows as sent. */
  countSent(order: BookOrder): number[]
  /** Of these, those that the staff sent. */
  countStaff(order: BookOrder): number[]
  /** Lets the staff send pieces of a line. */
  send(order: BookOrder, line: number, pieces: number): void
}
