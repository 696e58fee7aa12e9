import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { App } from '../../platform/app/app.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readPolicy } from '../preferences/policy-store.ts'
import { ENDPOINT_TOPICS, isSubscribed } from './endpoints/find-subscribers.ts'
import { loadEndpoint } from './endpoints/update-endpoint.ts'
import { endpointDeliveries, type StoredEndpointDelivery } from './log/endpoint-delivery-store.ts'
import { recordSending } from './log/record-sending.ts'
import { deriveDeliveryId, enqueueDelivery } from './queue/queue-store.ts'

/** Queues an event with the example data of a topic, as if it had occurred now. */
export const sendTestEvent = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  asked: TopicName | undefined,
): Promise<StoredEndpointDelivery> => {
  const { tenant, now } = unit
  const [endpoint, policy] = await Promise.all([loadEndpoint({ db }, unit, id), readPolicy(db, tenant)])
  if (asked !== undefined && !ENDPOINT_TOPICS.includes(asked))
    throw invalid({ propertyPath: 'topic', message: 'must be a topic that does not go to one named person' })
  const own = ENDPOINT_TOPICS.find((topic) => isSubscribed(endpoint, topic, policy.cells))
  const topic = asked ?? own ?? ENDPOINT_TOPICS[0]
  if (topic === undefined) throw new Error('there are no topics')
  const [endpointId, eventId, occurredAt] = [endpoint.id, unit.newId(), now.toISOString()]
  const deliveryId = deriveDeliveryId(occurredAt, eventId, endpointId)
  unit.add(
    enqueueDelivery({ tenant, endpointId, deliveryId, eventId, topic, occurredAt, attempts: 0, isTest: true }, now),
  )
  recordSending(unit, 'test', endpointId, { deliveryId, topic })
  return unit.create(endpointDeliveries, {
    id: deliveryId,
    endpointId,
    eventId,
    topic,
    status: 'pending',
    isTest: true,
    occurredAt,
    day: occurredAt.slice(0, 10),
    attemptCount: 0,
    lastAttemptAt: null,
    nextAttemptAt: occurredAt,
    statusCode: null,
    errorMessage: null,
  })
}
