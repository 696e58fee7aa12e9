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
  /** Resource URI of what it happened to, such as `commerce:///partner/partners/{id}`. */
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

/** An event as it is read back; its topic tells what its data is. */
export type Occurred = { [T in Topic]: Event<T> & InOutbox }[Topic]

/** The tenant of what belongs to no tenant. */
export const PLATFORM = 'PLATFORM'

export type DueKind = 'outbox' | 'delivery'

const HANDLED_KEPT_SECONDS = 30 * 24 * 3600

/** Unix time at which a handled item expires; it is kept for a while for investigations. */
export const computeExpiry = (now: Date) => Math.floor(now.getTime() / 1000) + HANDLED_KEPT_SECONDS

export const outboxKey = (tenant: Id | null, id: Id): Key => ({ pk: partition(tenant ?? PLATFORM, 'outbox'), sk: id })

/**
 * The event as it stands in the table, written in the transaction of its cause. The table's stream hands it on; it is
 * due until a worker has handled it, so that an event whose message got lost is found and sent again.
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

/** Lets only the first of several workers on the event through. */
export const markHandled = (key: Key, now: Date): Update => ({
  update: key,
  set: 'SET #handledAt = :now, #expiresAt = :expiresAt REMOVE #duePk, #dueSk',
  when: 'attribute_exists(pk) AND attribute_not_exists(#handledAt)',
  values: { ':now': now.toISOString(), ':expiresAt': computeExpiry(now) },
})
