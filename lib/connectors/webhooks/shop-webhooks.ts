import type { Credentials, RemoteOrder, Shop } from '../connector.ts'
import type { Deployment } from '../shop-oauth.ts'

/** A webhook as it arrived: header names in lower case, the body unchanged. */
export interface Delivery {
  headers: Readonly<Record<string, string | undefined>>
  raw: Buffer
}

export interface Reading {
  topic: string
  /** The same for a repeated delivery; null if the platform sends no such id. */
  eventId: string | null
  /** The order, if the delivery contains it. */
  order?: RemoteOrder
  /** The `ref` of the order, if it has to be fetched, and its external id. All three are absent for other topics. */
  ref?: string
  externalOrderId?: string
  /** True if the delivery tells that the order was deleted. */
  isDeleted?: boolean
}

export interface RemoteWebhook {
  externalId: string
  topic: string
  /** The URL that receives the deliveries. */
  url: string
  isActive: boolean
}

export interface ShopWebhooks {
  topics: readonly string[]
  /** The headers in which a delivery names its topic, in lower case; the first that is present counts. */
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
  /** Reactivates a webhook that the platform has disabled. */
  revive?(shop: Shop, externalId: string): Promise<void>
  /** Removes a webhook; succeeds if it does not exist. */
  remove(shop: Shop, externalId: string): Promise<void>
  verify(delivery: Delivery, secrets: readonly string[]): boolean
  /**
   * Returns `ping` if the platform only tries the URL. `config` is the channel's connectorConfig. Throws `InvalidPayload`.
   */
  read(delivery: Delivery, config: Shop['config']): Promise<Reading | 'ping'>
}
