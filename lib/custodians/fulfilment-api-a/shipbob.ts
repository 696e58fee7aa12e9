import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { AddressLimits } from '../address-limits.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { isSignedWebhook } from '../standard-webhook.ts'
import { lazyCancel, lazyInbound, lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'
import { read, TOPIC_HEADER } from './webhooks.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

const LIMITS = {
  longest: {},
  required: ['name', 'line1', 'city', 'countryCode'],
  requiredAbroad: [],
} as const satisfies AddressLimits

/** ShipBob's API: `accessToken` holds a personal access token, `channelId` the number of the channel. */
export const shipBob: CustodianConnector = {
  type: 'fulfilment_api_a',
  capabilities: CAPABILITY_CATALOG.fulfilment_api_a,
  test: lazyTest(load),
  orders: { limits: LIMITS, ...lazyOrders(load), cancel: lazyCancel(load) },
  inventory: lazyInventory(load),
  inbound: lazyInbound(load),
  webhooks: {
    // ShipBob signs as Standard Webhooks describes it.
    verify: (delivery, { webhookSecret }, now) => isSignedWebhook(delivery, webhookSecret, now),
    topicHeaders: [TOPIC_HEADER],
    read,
  },
}
