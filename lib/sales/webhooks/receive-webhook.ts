import { InvalidPayload } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { Delivery, ShopWebhooks } from '../../connectors/webhooks/shop-webhooks.ts'
import type { RateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { logUnverified } from '../../platform/webhooks/log-unverified.ts'
import { readTopic } from '../../platform/webhooks/read-topic.ts'
import { PROBE_MESSAGE, type Reading, storeArrival } from '../../platform/webhooks/store-arrival.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findHooks, findTenantOfHook } from './channel-hooks-store.ts'
import { listAcceptedHookSecrets } from './hook-secrets.ts'
import { toSender } from './stored-delivery.ts'
import { channelWebhookLog } from './webhook-delivery-store.ts'

interface Arrival {
  tenant: Id
  channel: StoredChannel
  webhooks: ShopWebhooks
  isSigned: boolean
  /** False for deliveries that anybody could have sent, such as unsigned tests of the address. */
  isVerified: boolean
}

/** Finds the channel in the path and verifies the delivery; returns undefined if the channel has no webhooks. */
const examineDelivery = async (
  app: App,
  channelText: string,
  delivery: Delivery,
  now: Date,
): Promise<Arrival | undefined> => {
  const channelId = parseId(channelText)
  const tenant = channelId && (await findTenantOfHook(app, channelId))
  if (!tenant) return undefined
  const [channel, hooks] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    findHooks(app.db, tenant, channelId),
  ])
  const webhooks = channel && getConnector(channel.type).webhooks
  if (!hooks || !webhooks) return undefined
  const secrets = await listAcceptedHookSecrets(app, tenant, channel, hooks, now)
  const isSigned = webhooks.verify(delivery, secrets)
  return { tenant, channel, webhooks, isSigned, isVerified: isSigned && !webhooks.verify(delivery, []) }
}

export interface WebhookRequest {
  channelText: string
  delivery: Delivery
  shared: Sharing
}

/** Examines the delivery once for a request: its rate limit, its processing and reruns share the result. */
const getArrival = (app: App, { channelText, delivery, shared }: WebhookRequest, now: Date) =>
  shared('arrival', () => examineDelivery(app, channelText, delivery, now))

/** Limits verified deliveries by channel, since many shops send from the same addresses; all others are limited by address. */
export const listWebhookRateLimits = async (app: App, request: WebhookRequest, now: Date): Promise<RateLimit[]> => {
  const arrival = await getArrival(app, request, now)
  if (!arrival?.isVerified) return []
  return [{ key: { pk: `G#hook#${arrival.channel.id}`, sk: 'GATE' }, limit: app.config.webhookLimit }]
}

const SIGNATURE_MESSAGE = 'The signature does not match the body.'

/** Describes the log entry of a test of the address or of a delivery whose signature does not match. */
const describeUnverified = ({ webhooks, isSigned }: Arrival, delivery: Delivery, now: Date) => {
  const topic = readTopic(webhooks.topicHeaders, delivery)
  return isSigned
    ? ({ status: 'processed', fields: { topic, errorMessage: PROBE_MESSAGE, processedAt: now.toISOString() } } as const)
    : ({ status: 'signature_failed', fields: { topic, errorMessage: SIGNATURE_MESSAGE } } as const)
}

const readDelivery = async ({ webhooks, channel }: Arrival, delivery: Delivery): Promise<Reading> => {
  try {
    const reading = await webhooks.read(delivery, channel.connectorConfig)
    if (reading === 'ping') return reading
    const { topic, eventId, order, ref } = reading
    return { topic, eventId, hasWork: order !== undefined || ref !== undefined }
  } catch (error) {
    if (error instanceof InvalidPayload) return { invalid: error.message }
    throw error
  }
}

/** Receives a webhook: logs and stores it in one transaction and schedules its processing. */
export const receiveWebhook = async (app: App, unit: Unit, request: WebhookRequest, log: Log): Promise<void> => {
  const arrival = await getArrival(app, request, unit.now)
  const { delivery } = request
  if (!arrival) throw notFound()
  const { tenant, channel } = arrival
  if (!arrival.isVerified)
    await logUnverified(
      app,
      {
        tenant,
        log: channelWebhookLog,
        sender: toSender(channel),
        ...describeUnverified(arrival, delivery, unit.now),
      },
      unit.now,
    )
  if (!arrival.isSigned) {
    log.warn('sales.webhook.signature_failed', { tenant, channelId: channel.id })
    throw new Problem('UNAUTHENTICATED', SIGNATURE_MESSAGE)
  }
  if (!arrival.isVerified) return
  unit.within(tenant)
  const { id: deliveryId, status } = await storeArrival(app, unit, channelWebhookLog, {
    sender: toSender(channel),
    reading: await readDelivery(arrival, delivery),
    delivery,
    topic: readTopic(arrival.webhooks.topicHeaders, delivery),
    headerPrefixes: arrival.webhooks.headerPrefixes,
  })
  log.info('sales.webhook.received', { tenant, channelId: channel.id, deliveryId, status })
}
