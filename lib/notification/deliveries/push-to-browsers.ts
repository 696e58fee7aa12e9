import { TOPICS } from '../../../schemas/events/topics.ts'
import type { UsedTemplate } from '../../../schemas/notification/message.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { findPushSubscriptions, forgetPush, type PushSubscription } from '../push-subscriptions/push-store.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { getCollection } from '../templates/digest-variables.ts'
import { Undeliverable } from '../undeliverable.ts'
import { sendPush } from './adapters/send-push.ts'
import { type Delivery, markReached } from './delivery-store.ts'

/** Sends to every browser in which the recipient subscribed; the next try is only for those that failed. */
export const pushToBrowsers = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  now: Date,
  log: Log,
): Promise<UsedTemplate> => {
  const { sk: id, recipient, reached = [] } = delivery
  const { topic } = event
  const subject = delivery.digest ? getCollection(event.subject) : event.subject
  const { priority } = TOPICS[topic]
  const [browsers, { subject: title, body: message, template }] = await Promise.all([
    findPushSubscriptions(app.db, recipient, now),
    composeMessage(app, event, delivery, log),
  ])
  const sendTo = async (browser: PushSubscription) => {
    try {
      await sendPush(app, browser, { id, title, message, priority, topic, subject })
      await app.db.update(markReached(delivery, browser.id))
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error
      await forgetPush(app.db, browser)
    }
  }
  const outcomes = await Promise.allSettled(browsers.filter((each) => !reached.includes(each.id)).map(sendTo))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return template
}
