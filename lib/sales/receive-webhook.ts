import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import { type Connector, type Delivery, InvalidPayload, type Reading } from '../connectors/connector.ts'
import { connectorOf } from '../connectors/registry.ts'
import { taskItem } from '../events/task.ts'
import { type Id, idFrom, parseId } from '../id.ts'
import type { Passage } from '../identity/satellite-gate.ts'
import type { Log } from '../log.ts'
import { notFound, Problem } from '../problem.ts'
import { move } from '../states.ts'
import { inUnit, type Unit } from '../store/unit.ts'
import type { StoredChannel } from './channel.ts'
import { findHooks, tenantOfHook } from './channel-hooks-store.ts'
import { findChannel } from './channel-store.ts'
import { acceptedSecrets } from './hook-secrets.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findDelivery, findDeliveryOfEvent, keepBody, webhookDeliveries } from './webhook-delivery-store.ts'

interface Arrival {
  tenant: Id
  channel: StoredChannel
  webhooks: NonNullable<Connector['webhooks']>
  isSigned: boolean
  /** Not so of what anybody could have sent, such as a try of the address that platforms do not sign. */
  isProven: boolean
}

/** A webhook for a channel of the path, and whether its store sent it; undefined where no store is to send any. */
const examine = async (app: App, channelText: string, delivery: Delivery, now: Date): Promise<Arrival | undefined> => {
  const channelId = parseId(channelText)
  const tenant = channelId && (await tenantOfHook(app, channelId))
  if (!tenant) return undefined
  const [channel, hooks] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    findHooks(app.db, tenant, channelId),
  ])
  const webhooks = channel && connectorOf(channel.type).webhooks
  if (!hooks || !webhooks) return undefined
  const secrets = await acceptedSecrets(app, tenant, channel, hooks, now)
  const isSigned = webhooks.verify(delivery, secrets)
  return { tenant, channel, webhooks, isSigned, isProven: isSigned && !webhooks.verify(delivery, []) }
}

const examined = new WeakMap<object, Promise<Arrival | undefined>>()

/** Looked at once for a request, which has one object of headers. */
const arrivalOf = (app: App, channelText: string, delivery: Delivery, now: Date) => {
  const found = examined.get(delivery.headers) ?? examine(app, channelText, delivery, now)
  examined.set(delivery.headers, found)
  return found
}

/** A busy store is counted by itself, since many send from the same few addresses; whoever cannot sign, by address. */
export const hookPassages = async (
  app: App,
  channelText: string,
  delivery: Delivery,
  now: Date,
): Promise<Passage[]> => {
  const arrival = await arrivalOf(app, channelText, delivery, now)
  if (!arrival?.isProven) return []
  return [{ gate: { pk: `G#hook#${arrival.channel.id}`, sk: 'GATE' }, limit: app.config.webhookLimit }]
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const LONGEST = 255
const short = (text: string | null | undefined) => text?.slice(0, LONGEST) || null

type Fields = Partial<Pick<StoredDelivery, 'topic' | 'externalEventId' | 'errorMessage' | 'processedAt' | 'eventKey'>>

const logged = (
  unit: Unit,
  { id: channelId, type: platform }: StoredChannel,
  status: StoredDelivery['status'],
  { id = unit.newId(), ...fields }: Fields & { id?: Id },
): StoredDelivery =>
  // Where the event has a delivery already, the work is done again and finds it.
  unit.create(
    webhookDeliveries,
    {
      id,
      channelId,
      platform,
      status,
      topic: null,
      externalEventId: null,
      errorMessage: null,
      receivedAt: unit.now.toISOString(),
      processedAt: null,
      eventKey: null,
      ...fields,
    },
    'stale',
  )

const MINUTE_MS = 60_000

/** Told once a minute for each channel and address, so that whoever cannot sign does not fill the table. */
const logUnsigned = async (app: App, { tenant, channel }: Arrival, address: string, now: Date) => {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const id = idFrom(minute, channel.id, address)
  await inUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    if (await findDelivery(app.db, tenant, id)) return
    logged(unit, channel, 'signature_failed', { id, errorMessage: 'The signature does not fit the body.' })
  })
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
  unit.add({ put: taskItem(unit.now, 'sales.webhook.process', { tenant: unit.tenant, deliveryId }) }, 'stale')

/** An event that came before is logged, and tried again only where it failed. */
const logRepeated = (unit: Unit, channel: StoredChannel, first: StoredDelivery, fields: Fields) => {
  const isRetried = first.status === 'failed'
  if (isRetried) {
    const status = move(WEBHOOK_DELIVERY_MOVES, 'delivery', first.status, 'replay')
    unit.update(webhookDeliveries, first, { status, errorMessage: null, processedAt: null })
    awaitProcessing(unit, first)
  }
  const errorMessage = `Repeats ${first.id}${isRetried ? ', which is tried again' : ''}.`
  return logged(unit, channel, 'processed', { ...fields, errorMessage, processedAt: unit.now.toISOString() })
}

const take = async (
  app: App,
  unit: Unit,
  arrival: Arrival,
  delivery: Delivery,
): Promise<StoredDelivery | undefined> => {
  const { channel } = arrival
  const reading = await readBy(arrival, delivery)
  if (reading === 'ping') return undefined
  if (reading instanceof InvalidPayload) {
    const errorMessage = short(`The body ${reading.message}.`)
    const made = logged(unit, channel, 'invalid_payload', { errorMessage })
    await keepBody(app, unit, made, delivery)
    return made
  }
  const { topic, eventId, order, ref } = reading
  const eventKey = sha256(JSON.stringify([channel.id, eventId ?? sha256(delivery.raw)]))
  const fields = { topic: short(topic), externalEventId: short(eventId) }
  // Most come once: only where that was wrong is the one before looked for.
  const first = unit.isRerun ? await findDeliveryOfEvent(app.db, unit.tenant, eventKey) : undefined
  if (first) return logRepeated(unit, channel, first, fields)
  if (!order && ref === undefined)
    return logged(unit, channel, 'processed', { ...fields, eventKey, processedAt: unit.now.toISOString() })
  const made = logged(unit, channel, 'received', { ...fields, eventKey })
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
  { address, log }: { address: string; log: Log },
): Promise<void> => {
  const arrival = await arrivalOf(app, channelText, delivery, unit.now)
  if (!arrival) throw notFound()
  const { tenant, channel } = arrival
  if (!arrival.isSigned) {
    await logUnsigned(app, arrival, address, unit.now)
    log.warn('sales.webhook.signature_failed', { tenant, channelId: channel.id })
    throw new Problem('UNAUTHENTICATED', 'The signature does not fit the body.')
  }
  unit.within(tenant)
  const made = await take(app, unit, arrival, delivery)
  if (made)
    log.info('sales.webhook.received', { tenant, channelId: channel.id, deliveryId: made.id, status: made.status })
}
