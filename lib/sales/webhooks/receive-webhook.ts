import { createHash } from 'node:crypto'
import { type Connector, type Delivery, InvalidPayload, type Reading } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { Passage } from '../../iam/satellites/satellite-gate.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findHooks, findTenantOfHook } from './channel-hooks-store.ts'
import { listAcceptedSecrets } from './hook-secrets.ts'
import { type DeliveryFields, logDelivery } from './log-delivery.ts'
import { logUnproven } from './log-unproven.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findDeliveryOfEvent, keepBody, webhookDeliveries } from './webhook-delivery-store.ts'

interface Arrival {
  tenant: Id
  channel: StoredChannel
  webhooks: NonNullable<Connector['webhooks']>
  isSigned: boolean
  /** Not so of what anybody could have sent, such as a try of the address that platforms do not sign. */
  isProven: boolean
}

/** A webhook for a channel of the path, and whether its store sent it; undefined where no store is to send any. */
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
  const secrets = await listAcceptedSecrets(app, tenant, channel, hooks, now)
  const isSigned = webhooks.verify(delivery, secrets)
  return { tenant, channel, webhooks, isSigned, isProven: isSigned && !webhooks.verify(delivery, []) }
}

const examined = new WeakMap<object, Promise<Arrival | undefined>>()

/** Looked at once for a request, which has one object of headers. */
const getArrival = (app: App, channelText: string, delivery: Delivery, now: Date) => {
  const found = examined.get(delivery.headers) ?? examineDelivery(app, channelText, delivery, now)
  examined.set(delivery.headers, found)
  return found
}

/** A busy store is counted by itself, since many send from the same few addresses; whoever cannot sign, by address. */
export const listWebhookRateLimits = async (
  app: App,
  channelText: string,
  delivery: Delivery,
  now: Date,
): Promise<Passage[]> => {
  const arrival = await getArrival(app, channelText, delivery, now)
  if (!arrival?.isProven) return []
  return [{ gate: { pk: `G#hook#${arrival.channel.id}`, sk: 'GATE' }, limit: app.config.webhookLimit }]
}

const hashBody = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const MAX_TEXT_LENGTH = 255
const shortenText = (text: string | null | undefined) => text?.slice(0, MAX_TEXT_LENGTH) || null

const TOPIC = /^[\w./-]{1,100}$/

/** The topic that the headers name. Anybody may have written it, so it counts where it looks like a topic. */
const topicIn = ({ topicHeaders }: Arrival['webhooks'], { headers }: Delivery): string | null => {
  const given = topicHeaders.map((name) => headers[name]).find((value) => value !== undefined)
  return given && TOPIC.test(given) ? given : null
}

const WRONG_SIGNATURE = 'The signature does not fit the body.'
const ONLY_TRIED = 'The store only tried the address, so there is nothing to process.'

/** The log entry of what is a try of the address, or has no signature that fits. */
const unproven = ({ webhooks, isSigned }: Arrival, delivery: Delivery, now: Date) => {
  const topic = topicIn(webhooks, delivery)
  return isSigned
    ? ({ status: 'processed', fields: { topic, errorMessage: ONLY_TRIED, processedAt: now.toISOString() } } as const)
    : ({ status: 'signature_failed', fields: { topic, errorMessage: WRONG_SIGNATURE } } as const)
}

const readBy = async ({ webhooks }: Arrival, delivery: Delivery): Promise<Reading | 'ping' | InvalidPayload> => {
  try {
    return await webhooks.read(delivery)
  } catch (error) {
    if (error instanceof InvalidPayload) return error
    throw error
  }
}

/** To be processed by whoever takes tasks, also when the message is lost or the work dies halfway. */
export const awaitProcessing = (unit: Unit, { id: deliveryId }: Pick<StoredDelivery, 'id'>): void =>
  unit.schedule('sales.webhook.process', { tenant: unit.tenant, deliveryId })

/** An event that came before is logged as a repeat, and the first delivery is tried again only where it failed. */
const logRepeated = (unit: Unit, channel: StoredChannel, first: StoredDelivery, fields: DeliveryFields) => {
  const isRetried = first.status === 'failed'
  const status = isRetried ? move(WEBHOOK_DELIVERY_MOVES, 'delivery', first.status, 'replay') : first.status
  // A worker that processes the first one at this moment has to see that others follow it.
  if (isRetried)
    unit.update(webhookDeliveries, first, { status, errorMessage: null, processedAt: null, isRepeated: true })
  else if (first.isRepeated) unit.require(webhookDeliveries, first)
  else unit.update(webhookDeliveries, first, { isRepeated: true })
  if (isRetried) awaitProcessing(unit, first)
  const errorMessage = `The event came before, as ${first.id}${isRetried ? ', which is tried again' : ''}.`
  return logDelivery(unit, channel, status, { ...fields, repeats: first.id, errorMessage })
}

const take = async (app: App, unit: Unit, arrival: Arrival, delivery: Delivery): Promise<StoredDelivery> => {
  const { channel, webhooks } = arrival
  const reading = await readBy(arrival, delivery)
  if (reading === 'ping') {
    const processedAt = unit.now.toISOString()
    return logDelivery(unit, channel, 'processed', {
      topic: topicIn(webhooks, delivery),
      errorMessage: ONLY_TRIED,
      processedAt,
    })
  }
  if (reading instanceof InvalidPayload) {
    const errorMessage = shortenText(`The body ${reading.message}.`)
    const made = logDelivery(unit, channel, 'invalid_payload', { topic: topicIn(webhooks, delivery), errorMessage })
    await keepBody(app, unit, made, delivery)
    return made
  }
  const { topic, eventId, order, ref } = reading
  const eventKey = hashBody(JSON.stringify([channel.id, eventId ?? hashBody(delivery.raw)]))
  const fields = { topic: shortenText(topic), externalEventId: shortenText(eventId) }
  // Most come once: only where that was wrong is the one before looked for.
  const first = unit.isRerun ? await findDeliveryOfEvent(app.db, unit.tenant, eventKey) : undefined
  if (first) return logRepeated(unit, channel, first, fields)
  if (!order && ref === undefined)
    return logDelivery(unit, channel, 'processed', { ...fields, eventKey, processedAt: unit.now.toISOString() })
  const made = logDelivery(unit, channel, 'received', { ...fields, eventKey })
  await keepBody(app, unit, made, delivery)
  awaitProcessing(unit, made)
  return made
}

/** Takes in what a store tells: logged and kept in one transaction, processed later. */
export const receiveWebhook = async (
  app: App,
  unit: Unit,
  channelText: string,
  delivery: Delivery,
  log: Log,
): Promise<void> => {
  const arrival = await getArrival(app, channelText, delivery, unit.now)
  if (!arrival) throw notFound()
  const { tenant, channel } = arrival
  if (!arrival.isProven) await logUnproven(app, { tenant, channel, ...unproven(arrival, delivery, unit.now) }, unit.now)
  if (!arrival.isSigned) {
    log.warn('sales.webhook.signature_failed', { tenant, channelId: channel.id })
    throw new Problem('UNAUTHENTICATED', WRONG_SIGNATURE)
  }
  if (!arrival.isProven) return
  unit.within(tenant)
  const { id: deliveryId, status } = await take(app, unit, arrival, delivery)
  log.info('sales.webhook.received', { tenant, channelId: channel.id, deliveryId, status })
}
