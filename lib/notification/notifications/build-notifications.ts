import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import { deriveId, type Id, parseId } from '../../platform/id.ts'
import { addDerived } from '../../platform/store/add-derived.ts'
import { COUNT_SHARDS, newRecord, toItem } from '../../platform/store/entities/entity.ts'
import type { Action } from '../../platform/store/table/table.ts'
import { Transaction } from '../../platform/store/transaction.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { notifications, type StoredNotification } from './notification-store.ts'

/** The texts of an event in a member's list. */
export interface NotificationText {
  title: string
  message: string
}

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

/** Returns the id of an event's notification, the same each time, so that a recipient who is found twice gets one. */
export const deriveNotificationId = ({ sk, occurredAt }: Occurred, recipient: Id): Id =>
  deriveId(new Date(occurredAt), sk, recipient, 'storage')

/** Builds the notification of an event in a member's list. */
export const buildNotification = (event: Occurred, recipient: Id, text: NotificationText): StoredNotification => ({
  ...newRecord(deriveNotificationId(event, recipient)),
  ...text,
  ...describeEvent(event),
  eventId: event.sk,
  isRead: false,
  readAt: null,
})

/** Chooses the shard of the counts by the event, so that events that are told at the same time seldom collide. */
const chooseShard = (event: Id) => event.charCodeAt(25) % COUNT_SHARDS

/** Returns the actions that store an event's notifications for a member, whose conditions fail if one of them exists. */
export const storeNotifications = (owner: MemberOwner, event: Id, some: readonly StoredNotification[]): Action[] => {
  const scope = buildMemberScope(owner)
  const transaction = new Transaction(chooseShard(event))
  for (const record of some) {
    transaction.add({ put: toItem(notifications, scope, record), when: 'attribute_not_exists(pk)' })
    addDerived(transaction, notifications, scope, { before: undefined, after: record })
  }
  return transaction.buildActions()
}
