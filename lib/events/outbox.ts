import type { Id } from '../id.ts'
import { partition } from '../store/entity.ts'
import type { Item } from '../store/table.ts'
import type { Topic, TopicData } from './topics.ts'

export type { Topic } from './topics.ts'

export interface Event<T extends Topic = Topic> {
  topic: T
  tenant: Id | null
  actor: Id | null
  /** Resource URI of what it happened to, such as `commerce:///partner/partners/{id}`. */
  subject: string | null
  data: TopicData[T]
}

/** The tenant of what belongs to no tenant. */
export const PLATFORM = 'PLATFORM'

const SHARDS = '0123'

/** Partitions of the `due` index in which unhandled items of a kind stand, oldest first. */
export const duePartitions = (kind: 'outbox' | 'delivery') => [...SHARDS].map((shard) => `${kind}#${shard}`)

export const dueIn = (kind: 'outbox' | 'delivery', id: Id) => `${kind}#${SHARDS[id.charCodeAt(25) % SHARDS.length]}`

/**
 * The event as it stands in the table, written in the transaction of its cause. The table's stream hands it on; it is
 * due until a worker has handled it, so that an event whose message got lost is found and sent again.
 */
export const outboxItem = (id: Id, now: Date, event: Event): Item => ({
  ...event,
  pk: partition(event.tenant ?? PLATFORM, 'outbox'),
  sk: id,
  kind: 'outbox',
  occurredAt: now.toISOString(),
  duePk: dueIn('outbox', id),
  dueSk: now.toISOString(),
})
