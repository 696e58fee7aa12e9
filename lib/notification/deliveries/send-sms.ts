import { getSetting } from '../../configuration/setting-of.ts'
import { findPhones } from '../../iam/accounts/phone.ts'
import type { App } from '../../platform/app/app.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { compose } from '../templates/compose.ts'
import { Undeliverable } from '../undeliverable.ts'
import { sendText } from './adapters/sms.ts'
import type { Delivery } from './delivery-store.ts'

/** Sends to the number that the recipient has now, which may be another one than when the recipients were found. */
export const sendSms = async (app: App, event: Occurred, delivery: Delivery, _now: Date, log: Log): Promise<void> => {
  const { recipient } = delivery
  const { tenant } = event
  const [phones, senderId, { body: text }] = await Promise.all([
    findPhones(app, [recipient]),
    tenant ? getSetting(app, tenant, 'notifications.smsSenderId') : null,
    compose(app, event, delivery, log),
  ])
  const to = phones.get(recipient)
  if (!to) throw new Undeliverable('NO_ADDRESS')
  await sendText(app, { to, text, senderId })
}
