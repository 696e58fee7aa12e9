import { getSecretSetting, getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { compose } from '../templates/compose.ts'
import { Undeliverable } from '../undeliverable.ts'
import { postToSlack } from './adapters/slack.ts'
import { postWebhook } from './adapters/webhook.ts'
import type { Delivery } from './delivery-store.ts'

/** Posts to the tenant's own webhook: what happened for machines, and in words. */
export const sendWebhook = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  now: Date,
  log: Log,
): Promise<void> => {
  const tenant = event.tenant as Id
  const [url, secret, { subject: title, body: message }] = await Promise.all([
    getSetting(app, tenant, 'notifications.webhookUrl'),
    getSecretSetting(app, tenant, 'notifications.webhookSecret'),
    compose(app, event, delivery, log),
  ])
  if (!url) throw new Undeliverable('NO_ADDRESS')
  const { topic, occurredAt, subject, data: details } = event
  const data = { subject, title, message, details }
  await postWebhook(app, { url, secret }, { id: delivery.sk, topic, occurredAt, data }, now)
}

/** Posts to the Slack channel that the tenant chose. */
export const sendToSlack = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  _now: Date,
  log: Log,
): Promise<void> => {
  const [url, { subject: title, body: message }] = await Promise.all([
    getSecretSetting(app, event.tenant as Id, 'notifications.slackWebhookUrl'),
    compose(app, event, delivery, log),
  ])
  if (!url) throw new Undeliverable('NO_ADDRESS')
  await postToSlack(app, url, { title, message })
}
