import type { MessageRule } from '../../../schemas/notification/message.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { computeExpiry, type Occurred, PLATFORM } from '../../platform/events/outbox/outbox.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import { beginTry, CLAIM_ATTRIBUTES, retrySchedule } from '../../platform/queue/retry-schedule.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import type { Item, Key, Table, Update } from '../../platform/store/table/table.ts'
import type { Digest } from '../templates/compose-message.ts'

// Deliveries:  T#<tenant>#delivery / <delivery>   one event or digest for one recipient by one channel; due until it ends, then expires

export interface Delivery extends Key {
  /** The delivery's id: the same for the same event, recipient and channel. */
  sk: Id
  tenant: Id | null
  eventId: Id
  /** Id of the item that holds the event, if that is another. */
  itemId?: Id
  topic: TopicName
  recipient: Id
  /** The recipient's member of the tenant; null if the recipient need not be a member. */
  member: Id | null
  /** Why the recipient was told; absent if the delivery is a digest. */
  rule?: MessageRule
  channel: Channel
  status: 'due' | 'done' | 'failed' | 'dropped'
  /** Number of tries that have begun. */
  attempts: number
  /** The claim of the current try. */
  claimedBy?: string
  claimedUntil?: string
  /** Time before which a try that failed is not repeated. */
  notBefore?: string
  /** Set if the delivery is a digest. */
  digest?: Digest
  /** Browsers that were reached already. */
  reached?: readonly string[]
}

/** A delivery that is still wanted. */
export interface Reviewed extends Delivery {
  /** Address of the recipient's member, read just before sending; undefined if the delivery requires no member. */
  memberEmail: string | undefined
}

export const buildDeliveryItem = (
  event: Occurred,
  { id: recipient, member, rule }: { id: Id; member: Id | null; rule: MessageRule },
  channel: Channel,
  now: Date,
): Item => {
  const id = deriveId(new Date(event.occurredAt), event.sk, recipient, channel)
  return {
    pk: partition(event.tenant ?? PLATFORM, 'delivery'),
    sk: id,
    kind: 'delivery',
    tenant: event.tenant,
    eventId: event.sk,
    ...(event.item && { itemId: event.item }),
    topic: event.topic,
    recipient,
    member,
    rule,
    channel,
    status: 'due',
    attempts: 0,
    createdAt: now.toISOString(),
    duePk: getDuePartition('delivery', id),
    dueSk: retrySchedule.firstCheck(now),
  }
}

export const findDelivery = async (db: Table, key: Key): Promise<Delivery | undefined> => await db.get<Delivery>(key)

/** Begins a try that sends; undefined if another try is in progress or the delivery has ended. */
export const claimDelivery = async (db: Table, delivery: Delivery, now: Date): Promise<Delivery | undefined> =>
  await beginTry(db, delivery, now)

/** Returns an update that notes a browser at once, so that another try skips it. */
export const markReached = ({ pk, sk }: Key, browserId: string): Update => ({
  update: { pk, sk },
  set: 'SET #reached = list_append(if_not_exists(#reached, :none), :browsers)',
  when: '#status = :due',
  values: { ':none': [], ':browsers': [browserId], ':due': 'due' },
})

const endDelivery = (
  status: 'done' | 'failed' | 'dropped',
  { pk, sk }: Key,
  now: Date,
  reason: string | null,
): Update => ({
  update: { pk, sk },
  set: `SET #status = :status, #endedAt = :now, #reason = :reason, #expiresAt = :expiresAt REMOVE #duePk, #dueSk, ${CLAIM_ATTRIBUTES}`,
  when: '#status = :due',
  values: {
    ':status': status,
    ':due': 'due',
    ':now': now.toISOString(),
    ':reason': reason,
    ':expiresAt': computeExpiry(now),
  },
})

export const markDone = (delivery: Key, now: Date) => endDelivery('done', delivery, now, null)

/** Returns an update that fails the delivery, since no further try would help. */
export const markFailed = (delivery: Key, reason: string, now: Date) => endDelivery('failed', delivery, now, reason)

/** Returns an update that drops the delivery, since it is no longer wanted. */
export const markDropped = (delivery: Key, reason: string, now: Date) => endDelivery('dropped', delivery, now, reason)

/** Returns an update that makes a failed delivery due as if it were new; browsers that were reached stay noted. */
export const markDueAgain = ({ pk, sk }: Key, now: Date): Update => ({
  update: { pk, sk },
  set: 'SET #status = :due, #attempts = :none, #duePk = :duePk, #dueSk = :now REMOVE #endedAt, #reason, #expiresAt, #notBefore',
  when: '#status = :failed',
  values: {
    ':due': 'due',
    ':failed': 'failed',
    ':none': 0,
    ':duePk': getDuePartition('delivery', sk),
    ':now': now.toISOString(),
  },
})

/** Records a failed try: the delivery is due again at the next try, or has failed after the last one. */
export const recordFailedTry = (delivery: Delivery, reason: string, now: Date, retryAfter?: string): Update => {
  const { pk, sk, attempts } = delivery
  const next = retrySchedule.nextTry(attempts, now, retryAfter)
  if (next === undefined) return endDelivery('failed', delivery, now, reason)
  return {
    update: { pk, sk },
    set: `SET #attempts = :attempts, #reason = :reason, #dueSk = :next, #notBefore = :next REMOVE ${CLAIM_ATTRIBUTES}`,
    when: '#status = :due',
    values: { ':attempts': attempts, ':reason': reason, ':due': 'due', ':next': next },
  }
}
