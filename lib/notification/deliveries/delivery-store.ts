import type { Channel } from '../../../schemas/notification/topic.ts'
import { computeExpiry, type Occurred, PLATFORM } from '../../platform/events/outbox/outbox.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import type { Item, Key, Table, Update } from '../../platform/store/table/table.ts'

// Deliveries:  T#<tenant>#delivery / <delivery>   one event for one recipient by one channel; due (duePk, dueSk) until it
//              is done or has failed, kept for a while after that

export interface Delivery extends Key {
  /** The delivery's id: the same for the same event, recipient and channel. */
  sk: Id
  tenant: Id | null
  eventId: Id
  recipient: Id
  /** As which member of the tenant; null where the recipient needs not be one. */
  member: Id | null
  channel: Channel
  status: 'due' | 'done' | 'failed' | 'dropped'
  /** Tries that have begun. */
  attempts: number
  /** Until when a try that has begun keeps others from beginning. */
  claimedUntil?: string
  /** What it has been brought to already, where it goes to several places. */
  reached?: readonly string[]
}

const USUAL_WAY_MS = 2 * 60_000
/** Longer than a worker may run. */
const CLAIM_MS = 90_000
const RETRY_MINUTES = [1, 2, 5, 15, 60, 180, 360, 720]
/** However long a receiver asks to be left alone. */
const MAX_RETRY_AFTER_MS = 12 * 3600_000

const addMilliseconds = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

export const buildDeliveryItem = (
  event: Occurred,
  { id: recipient, member }: { id: Id; member: Id | null },
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
    topic: event.topic,
    recipient,
    member,
    channel,
    status: 'due',
    attempts: 0,
    createdAt: now.toISOString(),
    duePk: getDuePartition('delivery', id),
    dueSk: addMilliseconds(now, USUAL_WAY_MS),
  }
}

export const findDelivery = async (db: Table, key: Key): Promise<Delivery | undefined> => await db.get<Delivery>(key)

/** Begins a try that reaches outside; undefined where another one is under way or the delivery is over. */
export const claim = async (db: Table, delivery: Delivery, now: Date): Promise<Delivery | undefined> => {
  const { pk, sk, attempts } = delivery
  const { ok, item } = await db.update({
    update: { pk, sk },
    set: 'SET #attempts = #attempts + :one, #claimedUntil = :until',
    when: '#status = :due AND #attempts = :attempts AND (attribute_not_exists(#claimedUntil) OR #claimedUntil <= :now)',
    values: {
      ':one': 1,
      ':attempts': attempts,
      ':due': 'due',
      ':now': now.toISOString(),
      ':until': addMilliseconds(now, CLAIM_MS),
    },
  })
  return ok ? (item as unknown as Delivery) : undefined
}

/** Kept at once, so that another try does not bring it there again. */
export const markReached = ({ pk, sk }: Key, place: string): Update => ({
  update: { pk, sk },
  set: 'SET #reached = list_append(if_not_exists(#reached, :none), :place)',
  when: '#status = :due',
  values: { ':none': [], ':place': [place], ':due': 'due' },
})

const endDelivery = (
  status: 'done' | 'failed' | 'dropped',
  { pk, sk }: Key,
  now: Date,
  reason: string | null,
): Update => ({
  update: { pk, sk },
  set: 'SET #status = :status, #endedAt = :now, #reason = :reason, #expiresAt = :expiresAt REMOVE #duePk, #dueSk, #claimedUntil',
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

/** No further try would bring it there. */
export const markFailed = (delivery: Key, reason: string, now: Date) => endDelivery('failed', delivery, now, reason)

/** There is nobody any more whom it would be for. */
export const markDropped = (delivery: Key, now: Date) => endDelivery('dropped', delivery, now, 'no longer a member')

/** What has failed is due as if it was new, but for the places that it has reached. */
export const markDueAgain = ({ pk, sk }: Key, now: Date): Update => ({
  update: { pk, sk },
  set: 'SET #status = :due, #attempts = :none, #duePk = :duePk, #dueSk = :now REMOVE #endedAt, #reason, #expiresAt',
  when: '#status = :failed',
  values: {
    ':due': 'due',
    ':failed': 'failed',
    ':none': 0,
    ':duePk': getDuePartition('delivery', sk),
    ':now': now.toISOString(),
  },
})

/** As a `Retry-After` says it, in seconds or as a date. */
const parseRetryAfter = (retryAfter: string | undefined, now: Date): number => {
  const asked = /^\d{1,9}$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter ?? '') - now.getTime()
  return Math.min(asked || 0, MAX_RETRY_AFTER_MS)
}

/** The try that has begun came to nothing: the next one is due after a while, or there is none any more. */
export const recordFailedTry = (delivery: Delivery, reason: string, now: Date, retryAfter?: string): Update => {
  const { pk, sk, attempts } = delivery
  const minutes = RETRY_MINUTES[attempts - 1]
  if (minutes === undefined) return endDelivery('failed', delivery, now, reason)
  const wait = Math.max(minutes * 60_000, parseRetryAfter(retryAfter, now))
  return {
    update: { pk, sk },
    set: 'SET #attempts = :attempts, #reason = :reason, #dueSk = :next REMOVE #claimedUntil',
    when: '#status = :due',
    values: { ':attempts': attempts, ':reason': reason, ':due': 'due', ':next': addMilliseconds(now, wait) },
  }
}
