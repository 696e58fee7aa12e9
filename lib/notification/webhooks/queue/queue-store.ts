import type { TopicName } from '../../../../schemas/notification/topic.ts'
import { deriveId, type Id } from '../../../platform/id.ts'
import { partition } from '../../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../../platform/store/table/due.ts'
import type { Delete, Item, Key, Put, Table } from '../../../platform/store/table/table.ts'

// Webhook queues:  T#<tenant>#webhook-queue?endpoint=<endpoint> / <time of the attempt>#<delivery>   one for each delivery that
//                  waits for an attempt; due (duePk, dueSk) before the first one, in case that its message gets lost

/** A delivery that waits for an attempt. */
export interface QueuedDelivery {
  tenant: Id
  endpointId: Id
  deliveryId: Id
  eventId: Id
  /** Id of the item that holds the event, if that is another. */
  itemId?: Id
  topic: TopicName
  occurredAt: string
  /** Number of failed attempts. */
  attempts: number
  isTest?: true
}

export type StoredQueued = Key & QueuedDelivery

/** Time that the message of a new delivery has before another one is sent. */
const GRACE_MS = 2 * 60_000

const PREFIX = 'webhook-queue?endpoint='

const buildPartition = (tenant: Id, endpointId: Id) => partition(tenant, `${PREFIX}${endpointId}`)

/** Returns the tenant and the endpoint of a queue; undefined for another key. */
export const parseQueue = ({ pk }: Key): { tenant: Id; endpointId: Id } | undefined => {
  const [, tenant, name] = pk.split('#')
  return tenant && name?.startsWith(PREFIX) ? { tenant, endpointId: name.slice(PREFIX.length) } : undefined
}

/** Derives the id of the delivery of an event to an endpoint, so that it exists once. */
export const deriveDeliveryId = (occurredAt: string, eventId: Id, endpointId: Id): Id =>
  deriveId(new Date(occurredAt), eventId, endpointId, 'webhook')

const buildItem = (queued: QueuedDelivery, at: string): Item => ({
  ...queued,
  pk: buildPartition(queued.tenant, queued.endpointId),
  sk: `${at}#${queued.deliveryId}`,
})

/** Queues a delivery for now. The table's stream has its endpoint's worker started. */
export const enqueueDelivery = (queued: QueuedDelivery, now: Date): Put => ({
  put: {
    ...buildItem(queued, now.toISOString()),
    kind: 'webhook',
    duePk: getDuePartition('webhook', queued.deliveryId),
    dueSk: new Date(now.getTime() + GRACE_MS).toISOString(),
  },
})

/** Queues a delivery for its next attempt. The lane of its endpoint is due then. */
export const requeueDelivery = (queued: QueuedDelivery, at: string): Put => ({
  put: { ...buildItem(queued, at), kind: 'webhook-retry' },
})

export const dequeueDelivery = ({ pk, sk }: Key): Delete => ({ delete: { pk, sk } })

/** Returns the first deliveries of the queue, whether or not their time has come. */
export const listQueued = (db: Table, tenant: Id, endpointId: Id, limit: number): Promise<StoredQueued[]> =>
  db.query<QueuedDelivery>({ pk: buildPartition(tenant, endpointId), limit })

export const getAttemptTime = ({ sk }: Key): string => sk.slice(0, sk.indexOf('#'))
