import type { ChannelType } from '../../schemas/sales/channel.ts'
import type { OrderRow } from '../../schemas/sales/order.ts'
import type { Content } from '../catalog/content.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Grant } from '../platform/outbound/request-grant.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Pace, ShopHttp } from './shop-http.ts'

/** A session that a sign-in at a store gave. */
export interface Session {
  secret: string
  /** True if this caller has just signed in for it; false if it was found. */
  isOwn: boolean
}

/** Credentials by name, such as `store_url`. */
export type Credentials = Readonly<Record<string, string>>

/** The parts of the app that hold the deployment's own apps at platforms. */
export type Deployment = Pick<App, 'config' | 'vault'>
export type OAuthApp = Deployment & Pick<App, 'outbound'>

/** One store as a connector reaches it. */
export interface Shop {
  /** As `prepare` returned them. */
  credentials: Credentials
  /** The channel's connectorConfig, such as `channel_code`. */
  config: Readonly<Record<string, string>>
  http: ShopHttp
  /** Set if the platform has `oauth`: returns a valid access token; `refused` is one that the platform rejected. */
  token?: (refused?: string) => Promise<string>
  /** The table in which a simulated store keeps its state; other stores do not use it. */
  kept?: { db: Table; tenant: Id }
  /**
   * Of a stored connection: the session that all who use it share; `refused` is one that the store did not take. `signIn`
   * is called where there is none to share.
   */
  session?: (signIn: () => Promise<string>, refused?: string) => Promise<Session>
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

/** Why a store could not be used. The message may be shown to the tenant: it has nothing of what the store said. */
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

/** A webhook's body or an order that is not what the platform sends; the message is for the tenant. */
export class InvalidPayload extends Error {}

/** What a connection test found, for people to recognise their store by. */
export type ShopInfo = Readonly<Record<string, string>>

export interface RemoteChannel {
  code: string
  name: string
  enabled: boolean
  locales: string[]
  defaultLocale: string | null
  currencies: string[]
  defaultCurrency: string | null
}

export interface RemoteOrder {
  order: OrderRow
  /** What `get` takes. */
  ref: string
  /** ISO 8601 in UTC. Where a platform does not tell it, a changed order may have the time of its last version. */
  modifiedAt: string
  isCancelled: boolean
  /** The platform's own record. */
  raw: unknown
}

/** A record that is no order, such as one without a number; those around it stand. */
export interface BadRecord {
  ref: string
  externalOrderId: string | null
  error: string
  modifiedAt: string | null
}

export const isBadRecord = (record: RemoteOrder | BadRecord): record is BadRecord => 'error' in record

export interface OrderQuery {
  /** Orders changed at this time and later; a little earlier ones may come too. */
  since: Date
  /** The platform's own words. Cancelled orders come whatever is chosen here, so that cancelling is heard of. */
  statuses: readonly string[] | null
  /** `next` of the page before; null for the first. It may be kept and gone on with later. */
  cursor: string | null
}

/** `next` is null once there is no more. An order that changes meanwhile may come twice, but none is left out. */
export interface OrderPage {
  orders: (RemoteOrder | BadRecord)[]
  next: string | null
}

/** A webhook as it came: names of headers in lower case, the body untouched. */
export interface Delivery {
  headers: Readonly<Record<string, string | undefined>>
  raw: Buffer
}

export interface Reading {
  topic: string
  /** The same for a repeated delivery; null where the platform has nothing like it. */
  eventId: string | null
  /** The order as it came along, */
  order?: RemoteOrder
  /** or the one to `get`; neither where the topic is about something else. */
  ref?: string
}

export interface RemoteWebhook {
  externalId: string
  topic: string
  /** Where it leads. */
  url: string
  isActive: boolean
}

/** A platform's own names of a variant and of its product. */
export interface ExternalVariant {
  externalProductId: string
  /** No other variant of the store has the same, whatever its product. */
  externalVariantId: string
}

/** A variant as a store shows it. */
export interface RemoteVariant extends ExternalVariant {
  sku: string | null
  title: string
  product: { name: string; description: string | null; brand: string | null }
  /** As much of the content as the store shows of it. */
  content: Partial<Content>
  /** JSON pointers of what the store can show at all, with all below them: what lies elsewhere never differs. */
  shows: readonly string[]
}

/** `next` is null once there is no more. A variant that changes meanwhile may come twice, but none is left out. */
export interface VariantPage {
  variants: RemoteVariant[]
  next: string | null
}

/** What a store is to show of one of our variants. */
export interface VariantToPush {
  /** Ours. */
  id: string
  product: { id: string; name: string; description: string | null; brand: string | null }
  /** Where the store has its product; null where nothing of the product was confirmed yet. */
  externalProductId: string | null
  externalVariantId: string | null
  content: Content
}

export interface LevelToPush extends ExternalVariant {
  /** Our variant's. */
  id: string
  /** Pieces that may be sold; not below 0 where more may not be sold than there are. */
  quantity: number
  /** Whether the store may sell more than there is. */
  backorders: 'deny' | 'allow'
}

/** `refused`: what the store does not take of it, for the tenant; it would refuse the same again. */
export type PushOutcome = { id: string } & (
  | { confirmed: ExternalVariant }
  | { refused: string }
  | { failed: ConnectorError }
)

/** What a platform can do; a part that is missing is not supported. Its parts throw `ConnectorError`. */
export interface Connector {
  type: ChannelType
  /** Names of credentials; `secret` ones are never shown. */
  keys: { required: readonly string[]; optional?: readonly string[]; secret: readonly string[] }
  /** How fast the platform may be asked. */
  pace: Pace
  /**
   * Credentials as they are kept: without white space around, addresses in one form, empty and unknown ones left out.
   * Throws `invalid(...)` with all that is wrong, at `credentials.<key>`.
   */
  prepare(credentials: Readonly<Record<string, unknown>>): Record<string, string>
  /** True for shops that exist in the platform's own table only; a deployment offers them if `simulatedStores` is set. */
  isSimulated?: boolean
  /** Authorization by the shop's owner on pages of the platform, through an app that the deployment has there. */
  oauth?: {
    /** The credential that replaces the authorization: a token that the merchant made. */
    tokenKey: string
    isConfigured(config: App['config']): boolean
    /** The name of the shop that the callback brings as `shop`. */
    getShop(credentials: Credentials): string
    /** Throws `PROVIDER_NOT_CONFIGURED` if the deployment has no app at the platform. */
    buildAuthorizationUrl(
      deployment: Deployment,
      credentials: Credentials,
      round: { state: string; redirectUri: string },
    ): Promise<string>
    /** Returns true if the platform has just signed the query with which the browser came back. */
    isSignedCallback(deployment: Deployment, query: Readonly<Record<string, string>>, now: Date): Promise<boolean>
    /** Exchanges the callback's code for tokens. Throws `GrantRefused` or `OutboundError`. */
    redeem(app: OAuthApp, credentials: Credentials, code: string): Promise<Grant>
    /** Exchanges a refresh token for new tokens. Throws `GrantRefused` or `OutboundError`. */
    refresh(app: OAuthApp, credentials: Credentials, refreshToken: string | null): Promise<Grant>
  }
  test?(shop: Shop): Promise<ShopInfo>
  discover?(shop: Shop): Promise<RemoteChannel[]>
  orders?: {
    page(shop: Shop, query: OrderQuery): Promise<OrderPage>
    /** Undefined where the platform no longer has it; throws `InvalidPayload` where it is a bad record. */
    get(shop: Shop, ref: string): Promise<RemoteOrder | undefined>
  }
  catalog?: {
    /** Everything the store sells, in an order that stays. */
    page(shop: Shop, cursor: string | null): Promise<VariantPage>
    /** Those of at most 50 that the store has. */
    find(shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]>
    /**
     * Makes the store show at most 50 variants; an outcome for each. Those without an external id are looked for by their
     * sku first, and one that the store has lost is made anew, so that doing it again does nothing more. Throws where
     * nothing came of it at all.
     */
    push(shop: Shop, variants: readonly VariantToPush[]): Promise<PushOutcome[]>
  }
  inventory?: {
    /** Sets what is there of at most 50 variants; an outcome for each. Throws where nothing came of it at all. */
    push(shop: Shop, levels: readonly LevelToPush[]): Promise<PushOutcome[]>
  }
  webhooks?: {
    topics: readonly string[]
    /** The headers in which a delivery names its topic, in lower case; the first that is there counts. */
    topicHeaders: readonly string[]
    /** Prefixes of the headers that `read` needs. */
    headerPrefixes: readonly string[]
    /**
     * Present if the platform signs deliveries with the secret of an app: returns all secrets that may sign now. Otherwise
     * each channel has a secret of its own, which `subscribe` passes to the shop.
     */
    readAppSecrets?(deployment: Deployment, credentials: Credentials): Promise<string[]>
    subscribe(shop: Shop, wanted: { topic: string; url: string; secret: string }): Promise<{ externalId: string }>
    list(shop: Shop): Promise<RemoteWebhook[]>
    /** Wakes one that the platform has put to sleep. */
    revive?(shop: Shop, externalId: string): Promise<void>
    /** Also where it is gone already. */
    remove(shop: Shop, externalId: string): Promise<void>
    verify(delivery: Delivery, secrets: readonly string[]): boolean
    /** `ping` where the platform only tries the address; throws `InvalidPayload`. */
    read(delivery: Delivery): Promise<Reading | 'ping'>
  }
}
