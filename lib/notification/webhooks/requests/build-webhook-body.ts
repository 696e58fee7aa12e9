import { makeTopicExample } from '../../../../schemas/events/topics.ts'
import type { App } from '../../../platform/app/app.ts'
import { findItem, getItemKey, listEvents, type Occurred, outboxKey } from '../../../platform/events/outbox/outbox.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { composeMessage } from '../../templates/compose-message.ts'
import { Undeliverable } from '../../undeliverable.ts'
import type { QueuedDelivery } from '../queue/queue-store.ts'

/** The ids by which the event of a delivery is found. */
type EventOfDelivery = Pick<QueuedDelivery, 'tenant' | 'eventId' | 'topic' | 'occurredAt'> & {
  itemId?: Id
  isTest?: boolean
}

/** Returns a test event with the example data of its topic; it is in no outbox. */
const buildTestEvent = ({ tenant, eventId, topic, occurredAt }: EventOfDelivery): Occurred =>
  ({
    ...outboxKey(tenant, eventId),
    tenant,
    topic,
    occurredAt,
    actor: null,
    subject: null,
    data: makeTopicExample(topic),
  }) as Occurred

/** Returns the event of a delivery; undefined if it is not stored any more. */
export const findEventOfDelivery = async (
  { db }: Pick<App, 'db'>,
  asked: EventOfDelivery,
): Promise<Occurred | undefined> => {
  if (asked.isTest) return buildTestEvent(asked)
  const { tenant, eventId, itemId } = asked
  const item = await findItem(db, getItemKey({ tenant, sk: eventId, ...(itemId && { item: itemId }) }))
  return item && listEvents(item).find(({ sk }) => sk === eventId)
}

interface Content {
  includesText: boolean
  isTest?: boolean | undefined
}

/** Composes the text of the notification; undefined if the topic has none by this channel. */
const composeText = async (app: App, event: Occurred, log: Log) => {
  try {
    return await composeMessage(app, event, { channel: 'webhook', recipient: event.tenant }, log)
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    log.warn('notification.webhook.no_text', { eventId: event.sk, topic: event.topic })
    return undefined
  }
}

/** Builds the body of a request, which is the same for every attempt unless what it tells has changed. */
export const buildWebhookBody = async (
  app: App,
  event: Occurred,
  { includesText, isTest }: Content,
  log: Log,
): Promise<string> => {
  const { topic, occurredAt, subject, data: details } = event
  const text = includesText ? await composeText(app, event, log) : undefined
  const data = {
    ...(isTest && { isTest }),
    subject,
    ...(text && { title: text.subject, message: text.body }),
    details,
  }
  return JSON.stringify({ type: topic, timestamp: occurredAt, data })
}
