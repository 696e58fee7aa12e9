import { createHash } from 'node:crypto'
import { InvalidPayload } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { Delivery, Reading, ShopWebhooks } from '../../connectors/shop-webhooks.ts'
import type { RateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/moves.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findHooks, findTenantOfHook } from './channel-hooks-store.ts'
import { listAcceptedHookSecrets } from './hook-secrets.ts'
import { type DeliveryFields, logDelivery } from './log-delivery.ts'
import { logUnverified } from './log-unverified.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findDeliveryOfEvent, storeBody, webhookDeliveries } from './webhook-delivery-store.ts'

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

const hashBody = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const MAX_TEXT_LENGTH = 255
const shortenText = (text: string | null | undefined) => text?.slice(0, MAX_TEXT_LENGTH) || null

const TOPIC = /^[\w./-]{1,100}$/

/** Reads the topic from the headers. They may be forged, so anything that does not look like a topic is ignored. */
const readTopic = ({ topicHeaders }: Arrival['webhooks'], { headers }: Delivery): string | null => {
  const given = topicHeaders.map((name) => headers[name]).find((value) => value !== undefined)
  return given && TOPIC.test(given) ? given : null
}

const SIGNATURE_MESSAGE = 'The signature does not match the body.'
const PROBE_MESSAGE = 'The shop only tested the address, so there is nothing to process.'

/** Describes the log entry of a test of the address or of a delivery whose signature does not match. */
const describeUnverified = ({ webhooks, isSigned }: Arrival, delivery: Delivery, now: Date) => {
  const topic = readTopic(webhooks, delivery)
  return isSigned
    ? ({ status: 'processed', fields: { topic, errorMessage: PROBE_MESSAGE, processedAt: now.toISOString() } } as const)
    : ({ status: 'signature_failed', fields: { topic, errorMessage: SIGNATURE_MESSAGE } } as const)
}

const readDelivery = async ({ webhooks }: Arrival, delivery: Delivery): Promise<Reading | 'ping' | InvalidPayload> => {
  try {
    return await webhooks.read(delivery)
  } catch (error) {
    if (error instanceof InvalidPayload) return error
    throw error
  }
}

/** Schedules a task, which is retried if its message is lost or its worker dies. */
export const enqueueProcessing = (unit: Unit, { id: deliveryId }: Pick<StoredDelivery, 'id'>): void =>
  unit.schedule('sales.webhook.process', { tenant: unit.tenant, deliveryId })

/** Logs a delivery whose event was received before; processes the first delivery again if it failed. */
const logRepeated = (unit: Unit, channel: StoredChannel, first: StoredDelivery, fields: DeliveryFields) => {
  const isRetried = first.status === 'failed'
  const status = isRetried ? move(WEBHOOK_DELIVERY_MOVES, 'delivery', first.status, 'replay') : first.status
  // A worker that is processing the first delivery has to notice that it is repeated now.
  if (isRetried)
    unit.update(webhookDeliveries, first, { status, errorMessage: null, processedAt: null, isRepeated: true })
  else if (first.isRepeated) unit.require(webhookDeliveries, first)
  else unit.update(webhookDeliveries, first, { isRepeated: true })
  if (isRetried) enqueueProcessing(unit, first)
  const errorMessage = `The event was received before as ${first.id}${isRetried ? ', which is processed again' : ''}.`
  return logDelivery(unit, channel, status, { ...fields, repeats: first.id, errorMessage })
}

const storeArrival = async (app: App, unit: Unit, arrival: Arrival, delivery: Delivery): Promise<StoredDelivery> => {
  const { channel, webhooks } = arrival
  const reading = await readDelivery(arrival, delivery)
  if (reading === 'ping') {
    const processedAt = unit.now.toISOString()
    return logDelivery(unit, channel, 'processed', {
      topic: readTopic(webhooks, delivery),
      errorMessage: PROBE_MESSAGE,
      processedAt,
    })
  }
  if (reading instanceof InvalidPayload) {
    const errorMessage = shortenText(`The body ${reading.message}.`)
    const stored = logDelivery(unit, channel, 'invalid_payload', { topic: readTopic(webhooks, delivery), errorMessage })
    await storeBody(app, unit, stored, delivery, webhooks)
    return stored
  }
  const { topic, eventId, order, ref } = reading
  const eventKey = hashBody(JSON.stringify([channel.id, eventId ?? hashBody(delivery.raw)]))
  const fields = { topic: shortenText(topic), externalEventId: shortenText(eventId) }
  // Most events come once, so an earlier delivery is looked for only after the unit failed on one.
  const first = unit.isRerun ? await findDeliveryOfEvent(app.db, unit.tenant, eventKey) : undefined
  if (first) return logRepeated(unit, channel, first, fields)
  if (!order && ref === undefined)
    return logDelivery(unit, channel, 'processed', { ...fields, eventKey, processedAt: unit.now.toISOString() })
  const stored = logDelivery(unit, channel, 'received', { ...fields, eventKey })
  await storeBody(app, unit, stored, delivery, webhooks)
  enqueueProcessing(unit, stored)
  return stored
}

/** Receives a webhook: logs and stores it in one transaction and schedules its processing. */
export const receiveWebhook = async (app: App, unit: Unit, request: WebhookRequest, log: Log): Promise<void> => {
  const arrival = await getArrival(app, request, unit.now)
  const { delivery } = request
  if (!arrival) throw notFound()
  const { tenant, channel } = arrival
  if (!arrival.isVerified)
    await logUnverified(app, { tenant, channel, ...describeUnverified(arrival, delivery, unit.now) }, unit.now)
  if (!arrival.isSigned) {
    log.warn('sales.webhook.signature_failed', { tenant, channelId: channel.id })
    throw new Problem('UNAUTHENTICATED', SIGNATURE_MESSAGE)
  }
  if (!arrival.isVerified) return
  unit.within(tenant)
  const { id: deliveryId, status } = await storeArrival(app, unit, arrival, delivery)
  log.info('sales.webhook.received', { tenant, channelId: channel.id, deliveryId, status })
}
