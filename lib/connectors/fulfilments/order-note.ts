import type { Shop } from '../connector.ts'
import type { OrderInShop, PublicationOutcome } from './fulfilment.ts'

/** A note at an order in a shop, for its staff. */
export interface OrderNote {
  /** Our id of what it is about. The order has one note for each. */
  mark: string
  /** A few words, for platforms that show no more in a list of orders. */
  title: string
  text: string
}

/** The notes of a platform that customers do not see. Only one caller at a time may write those with the same mark. */
export interface OrderNotes {
  /** Writes the note, unless the shop shows it already, so that the call is idempotent. Throws `ConnectorError`. */
  write(shop: Shop, order: OrderInShop, note: OrderNote): Promise<PublicationOutcome>
}
