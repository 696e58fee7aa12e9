import type { Topic, TopicData } from '../../../../schemas/events/topics.ts'
import type { Id } from '../../id.ts'
import { partition } from '../../store/entities/entity.ts'
import { getDuePartition } from '../../store/table/due.ts'
import type { Item, Key, Table, Update } from '../../store/table/table.ts'
import type { Progress } from './progress.ts'

// Outbox:  T#<tenant>#outbox / <event>    an event, or several of one topic and transaction, by the id of the first; due
//          (duePk, dueSk) until they are handled, kept for a while after that

export type { Topic } from '../../../../schemas/events/topics.ts'

export interface Event<T extends Topic = Topic> {
  topic: T
  tenant: Id | null
  actor: Id | null
  /** URI of the resource that the event is about, such as `commerce:///partner/partners/{id}`. */
  subject: string | null
  data: TopicData[T]
}

/** A further event of an item; everything else is as in the first. Their ids follow each other. */
interface FurtherEvent<T extends Topic = Topic> {
  id: Id
  subject: string | null
  data: TopicData[T]
}

interface InOutbox extends Key {
  /** The event's id. */
  sk: Id
  /** Id of the item's first event, if that is another. */
  item?: Id
  occurredAt: string
  /** Progress of the notifications; set from the first chunk of recipients to the last. */
  told?: Progress
  handledAt?: string
}

/** An event that was read back; its topic determines the type of its data. */
export type Occurred = { [T in Topic]: Event<T> & InOutbox }[Topic]

/** The stored item: its first event, and the others if it has several. */
export type OutboxItem = Occurred & { more?: readonly FurtherEvent[] }

/** Stands for the tenant in keys of items that belong to no tenant. */
export const PLATFORM = 'PLATFORM'

/** Kinds of items for which a worker is started: by the table's stream, or when they are due. */
export const DUE_KINDS = ['outbox', 'delivery', 'webhook', 'webhook-lane'] as const
export type DueKind = (typeof DUE_KINDS)[number]

const HANDLED_KEPT_SECONDS = 30 * 24 * 3600

/** Unix time at which a handled item expires; it is kept for a while for investigations. */
export const computeExpiry = (now: Date) => Math.floor(now.getTime() / 1000) + HANDLED_KEPT_SECONDS

export const outboxKey = (tenant: Id | null, id: Id): Key => ({ pk: partition(tenant ?? PLATFORM, 'outbox'), sk: id })

/** Lists the events of an item; each looks as if it were alone in it. */
export const listEvents = ({ more = [], ...first }: OutboxItem): Occurred[] => [
  first,
  ...more.map(({ id, subject, data }) => ({ ...first, sk: id, item: first.sk, subject, data }) as Occurred),
]

/** Returns the key of the item that holds the event. */
export const getItemKey = ({ tenant, sk, item }: Pick<Occurred, 'tenant' | 'sk' | 'item'>): Key =>
  outboxKey(tenant, item ?? sk)

/**
 * Builds the stored item of some events, which is written in the transaction of their cause. The table's stream enqueues
 * it. It is due until a worker has handled it, so that an item whose message was lost is found and enqueued again.
 */
export const buildOutboxItem = (id: Id, now: Date, event: Event, more: readonly FurtherEvent[] = []): Item => ({
  ...event,
  ...outboxKey(event.tenant, id),
  kind: 'outbox',
  occurredAt: now.toISOString(),
  duePk: getDuePartition('outbox', id),
  dueSk: now.toISOString(),
  ...(more.length > 0 && { more }),
})

export const findItem = async (db: Table, key: Key): Promise<OutboxItem | undefined> => await db.get<OutboxItem>(key)

/** Finds the item that holds an event with this id, which need not be the first. */
export const findItemByEvent = async (db: Table, tenant: Id, id: Id): Promise<OutboxItem | undefined> => {
  const { pk } = outboxKey(tenant, id)
  const [item] = await db.query<OutboxItem>({ pk, from: '0', to: id, newestFirst: true, limit: 1 })
  return item && listEvents(item).some(({ sk }) => sk === id) ? item : undefined
}

/** Condition that only the first of several workers on the event meets. */
export const markHandled = (key: Key, now: Date): Update => ({
  update: key,
  set: 'SET #handledAt = :now, #expiresAt = :expiresAt REMOVE #duePk, #dueSk',
  when: 'attribute_exists(pk) AND attribute_not_exists(#handledAt)',
  values: { ':now': now.toISOString(), ':expiresAt': computeExpiry(now) },
})
