import type { ChannelType } from '../../schemas/sales/channel.ts'
import type { OrderRow } from '../../schemas/sales/order.ts'
import type { Content } from '../catalog/content.ts'
import type { Goods } from '../catalog/goods/goods.ts'
import type { Id } from '../platform/id.ts'
import type { Pace } from '../platform/outbound/paced-http.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { ProductToPush, RemoteState } from './content/product-to-push.ts'
import type { Fulfilments } from './fulfilments/fulfilment.ts'
import type { OrderNotes } from './fulfilments/order-note.ts'
import type { OrderWords } from './order-states/order-states.ts'
import type { ShopOrders } from './order-states/shop-orders.ts'
import type { RemoteChannel } from './remote-channel.ts'
import type { ShopHttp } from './shop-http.ts'
import type { ShopOAuth } from './shop-oauth.ts'
import type { ConfirmedLevel, LevelToPush } from './stock/level-to-push.ts'
import type { ShopWebhooks } from './webhooks/shop-webhooks.ts'

/** Credentials by name, such as `store_url`. */
export type Credentials = Readonly<Record<string, string>>

/** A session that a sign-in at a shop returned. */
export interface Session {
  secret: string
  /** True if this caller has just signed in for it, false if it was shared. */
  isOwn: boolean
}

/** A merchant's shop, with everything that a connector needs to call it. */
export interface Shop {
  /** The credentials that `prepare` returned. */
  credentials: Credentials
  /** The channel's connectorConfig, such as `channel_code`. */
  config: Readonly<Record<string, string>>
  http: ShopHttp
  /** Present if the platform has `oauth`: returns a valid access token; `rejected` is one that the platform did not accept. */
  token?: (rejected?: string) => Promise<string>
  /** The table in which a simulated shop stores its state. */
  kept?: { db: Table; tenant: Id }
  /**
   * Present for a stored connection: returns the session that all its users share, after a `signIn` if there is none.
   * `rejected` is a session that the shop did not accept.
   */
  session?: (signIn: () => Promise<string>, rejected?: string) => Promise<Session>
}

export const CONNECTOR_ERRORS = [
  'AUTH_FAILED',
  'AUTHORIZATION_PENDING',
  'INSUFFICIENT_SCOPE',
  'STORE_NOT_FOUND',
  'STORE_UNAVAILABLE',
  'RATE_LIMITED',
  'INVALID_CONFIG',
  'UPSTREAM_ERROR',
] as const
export type ConnectorErrorCode = (typeof CONNECTOR_ERRORS)[number]

/** The reason why a shop could not be used. Tenants see the message, so it contains no text of the shop. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode
  readonly retryAfterSeconds?: number

  constructor(
    code: ConnectorErrorCode,
    message: string,
    { retryAfterSeconds, cause }: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A webhook's body or an order that is not in the platform's format. The message continues "The body …" for the tenant. */
export class InvalidPayload extends Error {}

/** Facts from a connection test by which people recognize their shop. */
export type ShopInfo = Readonly<Record<string, string>>

export interface RemoteOrder {
  order: OrderRow
  /** The argument for `get`. */
  ref: string
  /** ISO 8601 in UTC. If the platform has no time of change, a changed order may have the time of its last version. */
  modifiedAt: string
  /** The platform's words for the order's state, which the table of the connector explains. */
  words: OrderWords
  /** Why, or until when, the shop holds the order back. */
  hold?: string | null
  /** The platform's own record. */
  raw: unknown
  /** Names of the shop's channels in which it was placed, its own first (`nameShopChannel`); absent if the shop has none. */
  placedIn?: readonly string[]
}

/** A record that cannot be read as an order. The other records of its page are unaffected. */
export interface BadRecord {
  ref: string
  externalOrderId: string | null
  error: string
  modifiedAt: string | null
}

export const isBadRecord = (record: RemoteOrder | BadRecord): record is BadRecord => 'error' in record

export interface OrderQuery {
  /** Selects orders changed at this time or later; the page may contain slightly older ones. */
  since: Date
  /**
   * Absent if the channel reads the shop for the first time. Orders of platforms that do not date all changes are read again
   * for those since `since`, older ones in turns that take a day. Of these, what was placed before `placedSince` is only
   * included if its change has a date.
   */
  late?: { since: Date; placedSince: Date }
  /**
   * Statuses in the platform's words. Orders that wait, failed or ended are included whatever their status, because those that
   * are known have to follow.
   */
  statuses: readonly string[] | null
  /** `next` of the previous page; null for the first. It may be stored and used later. */
  cursor: string | null
}

/** `next` is null on the last page. An order that changes meanwhile may appear twice, but none is skipped. */
export interface OrderPage {
  orders: (RemoteOrder | BadRecord)[]
  next: string | null
}

/** The platform's ids of a variant and its product. */
export interface ExternalVariant {
  externalProductId: string
  /** Unique in the shop, across all products. */
  externalVariantId: string
}

/** A variant as a shop shows it. */
export interface RemoteVariant extends ExternalVariant {
  sku: string | null
  title: string
  product: { name: string; description: string | null; brand: string | null }
  /** Facts that the shop has about the goods. They are taken over, and neither compared nor published. */
  goods?: Partial<Goods>
  /** The part of the content that the shop shows. */
  content: Partial<Content>
  /** Tells whether the prices contain tax; null or absent if the shop does not say so. */
  includesTax?: boolean | null
  /** Currency in which the shop needs a price of each variant; absent if it does not say so. */
  currency?: string
  /** Price in that currency of a sale that runs in the shop, which `content` does not tell; absent if none runs. */
  salePrice?: number
  /** Absent if the variant can be bought. */
  state?: RemoteState
  /** JSON pointers of everything that the shop can show, descendants included; other content is never compared. */
  shows: readonly string[]
}

/** `next` is null on the last page. A variant that changes meanwhile may appear twice, but none is skipped. */
export interface VariantPage {
  variants: RemoteVariant[]
  next: string | null
}

/** One of our variants with the content that a shop has to show. */
export interface VariantToPush {
  /** Our id. */
  id: string
  product: ProductToPush
  /** The shop's id of the product; null until a variant of it was confirmed. */
  externalProductId: string | null
  externalVariantId: string | null
  content: Content
  /** JSON pointers of what changed here since the shop confirmed it; only that is written. Absent for all. */
  changed?: readonly string[]
  /** Tells of prices, by currency, whether they contain tax; of absent ones nobody knows. */
  priceTaxes?: Readonly<Record<string, boolean>>
}

/**
 * `refused` tells the tenant why the shop rejects the content; a retry would be rejected again. `isMissing` is true if the shop
 * does not have the variant that it was asked for.
 */
export type PushOutcome = { id: string } & (
  | { confirmed: ExternalVariant; level?: ConfirmedLevel }
  | { refused: string; isMissing?: true }
  | { failed: ConnectorError }
)

/** The capabilities of a platform; an absent part is not supported. All parts throw `ConnectorError`. */
export interface Connector {
  type: ChannelType
  /** Names of credentials; `secret` ones are never shown. */
  keys: { required: readonly string[]; optional?: readonly string[]; secret: readonly string[] }
  /** True if the shop's texts are HTML, whose formatting stays in the shop. */
  formatsTexts?: true
  /** Rate limit for requests to one shop. */
  pace: Pace
  /**
   * Returns the credentials in the form in which they are stored: trimmed, URLs normalized, empty and unknown ones omitted.
   * Throws `invalid(...)` with all violations at `credentials.<key>`.
   */
  prepare(credentials: Readonly<Record<string, unknown>>): Record<string, string>
  /** Returns the address of the shop; channels with the same one are of the same shop. By default it is in `store_url`. */
  getAddress?(credentials: Credentials, config: Shop['config']): string
  /** Returns the name of the shop's channel that the credentials select, as in `placedIn`; null if they select none. */
  getShopChannel?(credentials: Credentials): string | null
  /** True for shops that exist in the deployment's table only; they are offered if `simulatedStores` is set. */
  isSimulated?: boolean
  oauth?: ShopOAuth
  test?(shop: Shop): Promise<ShopInfo>
  discover?(shop: Shop): Promise<RemoteChannel[]>
  orders?: ShopOrders
  catalog?: {
    /** Returns everything the shop sells, page by page in a stable order. */
    page(shop: Shop, cursor: string | null): Promise<VariantPage>
    /** Returns those of at most 50 variants that exist in the shop. */
    find(shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]>
    /**
     * Publishes at most 50 variants and returns an outcome for each. Variants without an external id are looked up by SKU
     * first and lost ones are created again, so the call is idempotent. Throws if every variant failed.
     */
    push(shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]>
  }
  inventory?: {
    /**
     * Sets the stock of at most 50 variants, each after reading what the shop has, and returns an outcome for each, with its
     * `level`. What is right already is not written. Throws if every variant failed.
     */
    push(shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]>
  }
  fulfilments?: Fulfilments
  /** Absent where the platform keeps no notes of its staff. */
  notes?: OrderNotes
  webhooks?: ShopWebhooks
  /** Members of `connectorConfig` with a choice of values; the first is the default. */
  choices?: Readonly<Record<string, readonly [string, ...string[]]>>
}
