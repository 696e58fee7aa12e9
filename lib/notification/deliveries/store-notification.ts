import { TOPICS } from '../../../schemas/events/topics.ts'
import { requireAccount } from '../../iam/require-account.ts'
import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import { parseId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { buildMemberScope } from '../member-scope.ts'
import { notifications } from '../notifications/notification-store.ts'
import { composeMessage } from '../templates/compose-message.ts'
import { type Delivery, findDelivery, markDone } from './delivery-store.ts'

const describeEvent = ({ topic, subject }: Occurred) => {
  const { bucket, priority } = TOPICS[topic]
  return {
    type: bucket,
    topic,
    priority,
    subject,
    resourceId: parseId(subject?.split('/').at(-1) ?? '') ?? null,
    resourceType: subject === null ? null : (topic.split('.').at(-2) ?? null),
  }
}

class AccountGone extends Error {}

/** Stores the notification in its recipient's list and ends the delivery, in one transaction. */
export const storeNotification = async (
  app: Pick<App, 'db' | 'vault' | 'config'>,
  event: Occurred,
  delivery: Delivery,
  now: Date,
  log: Log,
  shared: Sharing,
): Promise<void> => {
  const { pk, sk, recipient, tenant } = delivery
  if (!tenant) throw new Error(`no notification is made of ${event.topic}`)
  const { db } = app
  // The text is the same for all recipients.
  const { subject: title, body: message } = await shared(`text ${event.pk} ${event.sk}`, () =>
    composeMessage(app, event, { channel: 'storage', recipient }, log),
  )
  const scope = { tenant: buildMemberScope({ tenant, identity: recipient }), actor: null, now }
  let standing: Delivery | undefined = delivery
  const stored = runInUnit(db, scope, async (unit) => {
    standing ??= await findDelivery(db, { pk, sk })
    if (standing?.status !== 'due') return
    standing = undefined
    requireAccount(unit, recipient, () => new AccountGone())
    unit.create(notifications, { id: sk, title, message, ...describeEvent(event), isRead: false, readAt: null })
    unit.add(markDone({ pk, sk }, now))
  })
  await stored.catch(async (error) => {
    if (!(error instanceof AccountGone)) throw error
    await db.update(markDone({ pk, sk }, now))
  })
}
