import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import { buildNotification, storeNotifications } from '../notifications/build-notifications.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { type Delivery, markDone } from './delivery-store.ts'

/**
 * Stores a notification for which an earlier version of the platform wrote a delivery, and ends the delivery, in one
 * transaction. Now the fan-out stores notifications itself.
 */
export const storeNotification = async (
  app: App,
  event: Occurred,
  delivery: Delivery,
  now: Date,
  log: Log,
  shared: Sharing,
): Promise<void> => {
  const { recipient, tenant } = delivery
  if (!tenant) throw new Error(`no notification is made of ${event.topic}`)
  // The text is the same for all recipients.
  const { subject: title, body: message } = await shared(`text ${event.pk} ${event.sk}`, () =>
    composeMessage(app, event, { channel: 'storage', recipient }, log),
  )
  const notification = buildNotification(event, recipient, { title, message })
  const actions = storeNotifications({ tenant, identity: recipient }, event.sk, [notification])
  const { committed } = await app.db.transact([markDone(delivery, now), ...actions])
  // Another worker, or the fan-out, has stored it.
  if (!committed) await app.db.update(markDone(delivery, now))
}
