import { getSecretSetting, getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import { postWebhook } from './adapters/post-webhook.ts'
import type { Delivery } from './delivery-store.ts'

/** Posts the event, with its text, to the tenant's own webhook. */
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
    composeMessage(app, event, delivery, log),
  ])
  if (!url) throw new Undeliverable('NO_ADDRESS')
  const { topic, occurredAt, subject, data: details } = event
  const data = { subject, title, message, details }
  await postWebhook(app, { url, secret }, { id: delivery.sk, topic, occurredAt, data }, now)
}
