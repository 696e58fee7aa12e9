import type { UsedTemplate } from '../../../schemas/notification/message.ts'
import { findPhones } from '../../iam/accounts/phone.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { NOTIFICATION_SETTINGS } from '../notification-settings.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import { sendText } from './adapters/send-text.ts'
import type { Delivery } from './delivery-store.ts'

/** Sends to the recipient's current number. */
export const sendSms = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  _now: Date,
  log: Log,
): Promise<UsedTemplate> => {
  const { recipient } = delivery
  const { tenant } = event
  const [phones, senderId, { body: text, template }] = await Promise.all([
    findPhones(app, [recipient]),
    tenant ? getSetting(app, tenant, NOTIFICATION_SETTINGS.smsSenderId) : null,
    composeMessage(app, event, delivery, log),
  ])
  const to = phones.get(recipient)
  if (!to) throw new Undeliverable('NO_ADDRESS')
  await sendText(app, { to, text, senderId })
  return template
}
