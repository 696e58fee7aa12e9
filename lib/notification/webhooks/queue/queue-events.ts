import type { Occurred } from '../../../platform/events/outbox/outbox.ts'
import type { Id } from '../../../platform/id.ts'
import type { Put, Table } from '../../../platform/store/table/table.ts'
import type { PreferenceMatrix } from '../../preferences/matrix.ts'
import { listEndpoints, type StoredEndpoint } from '../endpoints/endpoint-store.ts'
import { ENDPOINT_TOPICS, findSubscribers, meetsConditions } from '../endpoints/find-subscribers.ts'
import { deriveDeliveryId, enqueueDelivery, type QueuedDelivery } from './queue-store.ts'

const OFFERED: ReadonlySet<string> = new Set(ENDPOINT_TOPICS)

/** Reads the endpoints of the tenant; none for an event that no endpoint can get. `db` may keep answers. */
export const readEndpoints = async (db: Table, { tenant, topic }: Occurred): Promise<StoredEndpoint[]> =>
  tenant && OFFERED.has(topic) ? await listEndpoints(db, tenant) : []

const toQueued = (tenant: Id, { sk: eventId, item, topic, occurredAt }: Occurred, endpointId: Id): QueuedDelivery => ({
  tenant,
  endpointId,
  deliveryId: deriveDeliveryId(occurredAt, eventId, endpointId),
  eventId,
  ...(item && { itemId: item }),
  topic,
  occurredAt,
  attempts: 0,
})

/**
 * Returns the writes that queue the events of an item for the endpoints that get them. They are the same whenever they are
 * made, so making them twice queues nothing twice.
 */
export const queueEvents = (
  endpoints: readonly StoredEndpoint[],
  events: readonly Occurred[],
  policy: PreferenceMatrix,
): Put[] => {
  const [first] = events
  if (!first?.tenant || !endpoints.length) return []
  const { tenant, topic, occurredAt } = first
  return findSubscribers(endpoints, topic, policy).flatMap((endpoint) =>
    events
      .filter((event) => meetsConditions(endpoint, event))
      .map((event) => enqueueDelivery(toQueued(tenant, event, endpoint.id), new Date(occurredAt))),
  )
}
