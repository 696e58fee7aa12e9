import type { Topic, TopicData } from '../../../../schemas/events/topics.ts'
import type { Id } from '../../id.ts'
import { partition } from '../../store/entities/entity.ts'
import { getDuePartition } from '../../store/table/due.ts'
import type { Item, Key, Table, Update } from '../../store/table/table.ts'
import type { Progress } from './progress.ts'

// Outbox:  T#<tenant>#outbox / <event>    an event, due (duePk, dueSk) until it is handled, kept for a while after that

export type { Topic } from '../../../../schemas/events/topics.ts'

export interface Event<T extends Topic = Topic> {
  topic: T
  tenant: Id | null
  actor: Id | null
  /** URI of the resource that the event is about, such as `commerce:///partner/partners/{id}`. */
  subject: string | null
  data: TopicData[T]
}

interface InOutbox extends Key {
  /** The event's id. */
  sk: Id
  occurredAt: string
  /** Progress of the notifications; set from the first chunk of recipients to the last. */
  told?: Progress
  handledAt?: string
}

/** An event that was read back; its topic determines the type of its data. */
export type Occurred = { [T in Topic]: Event<T> & InOutbox }[Topic]

/** Stands for the tenant in keys of items that belong to no tenant. */
export const PLATFORM = 'PLATFORM'

export type DueKind = 'outbox' | 'delivery'

const HANDLED_KEPT_SECONDS = 30 * 24 * 3600

/** Unix time at which a handled item expires; it is kept for a while for investigations. */
export const computeExpiry = (now: Date) => Math.floor(now.getTime() / 1000) + HANDLED_KEPT_SECONDS

export const outboxKey = (tenant: Id | null, id: Id): Key => ({ pk: partition(tenant ?? PLATFORM, 'outbox'), sk: id })

/**
 * Builds the stored event, which is written in the transaction of its cause. The table's stream enqueues it. It is due
 * until a worker has handled it, so that an event whose message was lost is found and enqueued again.
 */
export const buildOutboxItem = (id: Id, now: Date, event: Event): Item => ({
  ...event,
  ...outboxKey(event.tenant, id),
  kind: 'outbox',
  occurredAt: now.toISOString(),
  duePk: getDuePartition('outbox', id),
  dueSk: now.toISOString(),
})

export const findEvent = async (db: Table, key: Key): Promise<Occurred | undefined> => await db.get<Occurred>(key)

/** Finds events by their ids, in the order of time; leaves out those that have expired. */
export const findEvents = async (db: Table, tenant: Id | null, ids: readonly Id[]): Promise<Occurred[]> => {
  const events = await db.batchGet<Occurred>(ids.map((id) => outboxKey(tenant, id)))
  return events.sort((one, other) => (one.sk < other.sk ? -1 : 1))
}

/** Condition that only the first of several workers on the event meets. */
export const markHandled = (key: Key, now: Date): Update => ({
  update: key,
  set: 'SET #handledAt = :now, #expiresAt = :expiresAt REMOVE #duePk, #dueSk',
  when: 'attribute_exists(pk) AND attribute_not_exists(#handledAt)',
  values: { ':now': now.toISOString(), ':expiresAt': computeExpiry(now) },
})
