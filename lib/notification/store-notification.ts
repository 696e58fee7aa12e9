import type { App } from '../app.ts'
import type { Event, Occurred } from '../events/outbox.ts'
import { TOPICS, type Topic } from '../events/topics.ts'
import { parseId } from '../id.ts'
import { requireAccount } from '../identity/require-account.ts'
import { inUnit } from '../store/unit.ts'
import { type Delivery, done, findDelivery } from './delivery-store.ts'
import { mailbox, notifications } from './notification-store.ts'
import { type MailedTopic, WORDING } from './wording.ts'

type Worded = Extract<Occurred, Event<Exclude<Topic, MailedTopic>>>

const isWorded = (event: Occurred): event is Worded => Object.hasOwn(WORDING, event.topic)

const contentOf = (event: Worded) => {
  const { topic, subject } = event
  const { bucket, priority } = TOPICS[topic]
  return {
    ...WORDING[topic](event.data as never),
    type: bucket,
    topic,
    priority,
    subject,
    resourceId: parseId(subject?.split('/').at(-1) ?? '') ?? null,
    resourceType: subject === null ? null : (topic.split('.').at(-2) ?? null),
  }
}

class AccountGone extends Error {}

/** Puts the notification into its recipient's list and ends the delivery, in one transaction. */
export const storeNotification = async (
  { db }: Pick<App, 'db'>,
  event: Occurred,
  { pk, sk, recipient, tenant }: Delivery,
  now: Date,
): Promise<void> => {
  if (!isWorded(event) || !tenant) throw new Error(`no notification is made of ${event.topic}`)
  const scope = { tenant: mailbox({ tenant, identity: recipient }), actor: null, now }
  const stored = inUnit(db, scope, async (unit) => {
    if ((await findDelivery(db, { pk, sk }))?.status !== 'due') return
    requireAccount(unit, recipient, () => new AccountGone())
    unit.create(notifications, { id: sk, ...contentOf(event), isRead: false, readAt: null })
    unit.add(done({ pk, sk }, now), 'stale')
  })
  await stored.catch(async (error) => {
    if (!(error instanceof AccountGone)) throw error
    await db.update(done({ pk, sk }, now))
  })
}
