import { createHash } from 'node:crypto'
import type { App } from '../app/app.ts'
import { move } from '../moves.ts'
import { findOwner } from '../store/lists/list.ts'
import type { Unit } from '../store/unit.ts'
import { storeWebhookBody } from './webhook-body.ts'
import {
  buildStatus,
  type DeliveryFields,
  type LoggedDelivery,
  logDelivery,
  type ReceivedWebhook,
  WEBHOOK_DELIVERY_MOVES,
  type WebhookLog,
  type WebhookSender,
} from './webhook-log.ts'

export const PROBE_MESSAGE = 'The sender only tested the address, so there is nothing to process.'

/** The content of a verified webhook. */
export type Reading =
  | 'ping'
  /** Continues "The body …". */
  | { invalid: string }
  | {
      topic: string
      /** The same for a repeated delivery; null if the body identifies the event. */
      eventId: string | null
      /** False for topics that change nothing here. */
      hasWork: boolean
    }

interface Arrived<D extends LoggedDelivery> {
  sender: WebhookSender<D>
  reading: Reading
  delivery: ReceivedWebhook
  /** The topic that the headers name, for bodies that cannot be read. */
  topic: string | null
  /** Prefixes of the headers that are needed to read the body. */
  headerPrefixes: readonly string[]
}

const hashBody = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const MAX_TEXT_LENGTH = 255
const shortenText = (text: string | null | undefined) => text?.slice(0, MAX_TEXT_LENGTH) || null

/** Logs a delivery whose event was received before; processes the first delivery again if it failed. */
const logRepeated = <D extends LoggedDelivery>(
  unit: Unit,
  log: WebhookLog<D>,
  sender: WebhookSender<D>,
  first: D,
  fields: DeliveryFields,
): D => {
  const isRetried = first.status === 'failed'
  const status = isRetried ? move(WEBHOOK_DELIVERY_MOVES, 'delivery', first.status, 'replay') : first.status
  const repeated: Partial<LoggedDelivery> = isRetried
    ? { ...buildStatus(status, first), errorMessage: null, processedAt: null, isRepeated: true }
    : { isRepeated: true }
  // A worker that is processing the first delivery has to notice that it is repeated now.
  if (!isRetried && first.isRepeated) unit.require(log.deliveries, first)
  else unit.update(log.deliveries, first, repeated as Partial<D>)
  if (isRetried) log.scheduleProcessing(unit, first.id)
  const errorMessage = `The event was received before as ${first.id}${isRetried ? ', which is processed again' : ''}.`
  return logDelivery(unit, log, sender, status, { ...fields, repeats: first.id, errorMessage })
}

const findDeliveryOfEvent = async <D extends LoggedDelivery>(
  { db }: Pick<App, 'db'>,
  { tenant }: Unit,
  { deliveries }: WebhookLog<D>,
  eventKey: string,
) => await findOwner(db, deliveries, tenant, 'event', eventKey)

/** Logs a verified delivery, stores its body and schedules its processing; an event that came before is only logged. */
export const storeArrival = async <D extends LoggedDelivery>(
  app: App,
  unit: Unit,
  log: WebhookLog<D>,
  { sender, reading, delivery, topic: namedTopic, headerPrefixes }: Arrived<D>,
): Promise<D> => {
  const processedAt = unit.now.toISOString()
  if (reading === 'ping')
    return logDelivery(unit, log, sender, 'processed', {
      topic: namedTopic,
      errorMessage: PROBE_MESSAGE,
      processedAt,
    })
  if ('invalid' in reading) {
    const errorMessage = shortenText(`The body ${reading.invalid}.`)
    const stored = logDelivery(unit, log, sender, 'invalid_payload', { topic: namedTopic, errorMessage })
    await storeWebhookBody(app, unit, log, stored, delivery, headerPrefixes)
    return stored
  }
  const { topic, eventId, hasWork } = reading
  const eventKey = hashBody(JSON.stringify([sender.id, eventId ?? hashBody(delivery.raw)]))
  const fields = { topic: shortenText(topic), externalEventId: shortenText(eventId) }
  // Most events come once, so an earlier delivery is looked for only after the unit failed on one.
  const first = unit.isRerun ? await findDeliveryOfEvent(app, unit, log, eventKey) : undefined
  if (first) return logRepeated(unit, log, sender, first, fields)
  if (!hasWork) return logDelivery(unit, log, sender, 'processed', { ...fields, eventKey, processedAt })
  const stored = logDelivery(unit, log, sender, 'received', { ...fields, eventKey })
  await storeWebhookBody(app, unit, log, stored, delivery, headerPrefixes)
  log.scheduleProcessing(unit, stored.id)
  return stored
}
