import type { BadRecord, OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import type { OrderStates } from './order-states.ts'

/** An order to be looked at, with what the shop said of it last. */
export interface WantedOrder {
  ref: string
  raw: unknown
}

/** The answer of a shop about the first `count` of several wanted orders. */
export interface LookedAt {
  orders: (RemoteOrder | BadRecord)[]
  /** References to orders of which the shop says what it said last. */
  unchanged: readonly string[]
  count: number
}

/** The calls by which the orders of a platform are read. */
export interface ShopOrders {
  /** Explains the words of `RemoteOrder`. */
  states: OrderStates
  /**
   * Days after it was placed for which the platform surely shows an order that exists; absent if it always does. A later
   * `get` without result is no proof that the order was deleted.
   */
  shownForDays?: number
  page(shop: Shop, query: OrderQuery): Promise<OrderPage>
  /**
   * Returns undefined if the platform itself says that it has no such order. Throws `InvalidPayload` for a bad record, and
   * `ConnectorError` if anything else answers, such as a site whose platform is switched off.
   */
  get(shop: Shop, ref: string): Promise<RemoteOrder | undefined>
  /** Returns the argument for `get` by a record; undefined if it is not the platform's, such as a row of a bulk import. */
  getRef(raw: unknown): Promise<string | undefined>
  /** Orders that `find` reads at once. */
  foundAtOnce: number
  /**
   * Reads orders whatever their status, those in a trash included. That the answer lacks one is no proof of its deletion:
   * `get` has to say so.
   */
  find(shop: Shop, refs: readonly string[]): Promise<(RemoteOrder | BadRecord)[]>
  /**
   * Looks at the next of up to `atOnce` orders, at least at the first, where `find` needs several requests for each. They are in
   * the order of their import.
   */
  look?: { atOnce: number; next(shop: Shop, wanted: readonly WantedOrder[]): Promise<LookedAt> }
  /** Tells whether the credentials show orders of any age, where `shownForDays` bounds it. */
  showsAll?(shop: Shop): Promise<boolean>
  /** Tells whether the statuses include the order. Throws as `page` does for unknown ones. */
  matches(order: RemoteOrder, statuses: readonly string[]): Promise<boolean>
}
