import type { UsedTemplate } from '../../../schemas/notification/message.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getSecretSetting } from '../../platform/settings/get-settings.ts'
import { NOTIFICATION_SETTINGS } from '../notification-settings.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import { postToSlack } from './adapters/post-to-slack.ts'
import type { Delivery } from './delivery-store.ts'

/** Posts the event's text to the tenant's Slack channel. */
export const sendToSlack = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  _now: Date,
  log: Log,
): Promise<UsedTemplate> => {
  const [url, { subject: title, body: message, template }] = await Promise.all([
    getSecretSetting(app, event.tenant as Id, NOTIFICATION_SETTINGS.slackWebhookUrl),
    composeMessage(app, event, delivery, log),
  ])
  if (!url) throw new Undeliverable('NO_ADDRESS')
  await postToSlack(app, url, { title, message })
  return template
}
