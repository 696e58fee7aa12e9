import type { App } from '../../../platform/app/app.ts'
import type { TaskData } from '../../../platform/events/outbox/task.ts'
import type { Id } from '../../../platform/id.ts'
import { move } from '../../../platform/moves.ts'
import { invalid, notFound, Problem } from '../../../platform/problem.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { loadEndpoint } from '../endpoints/update-endpoint.ts'
import { enqueueDelivery } from '../queue/queue-store.ts'
import { findEventOfDelivery } from '../requests/build-webhook-body.ts'
import {
  countFailed,
  ENDPOINT_DELIVERY_MOVES,
  endpointDeliveries,
  listFailed,
  type Span,
  type StoredEndpointDelivery,
} from './endpoint-delivery-store.ts'
import { recordSending } from './record-sending.ts'

/** Deliveries in one transaction, each of which also moves its list rows. */
const BATCH_SIZE = 10

/** Puts a delivery back into the queue with all its attempts. */
const queueAgain = (unit: Unit, delivery: StoredEndpointDelivery): StoredEndpointDelivery => {
  const { id: deliveryId, endpointId, eventId, itemId, topic, occurredAt, isTest } = delivery
  const status = move(ENDPOINT_DELIVERY_MOVES, 'delivery', delivery.status, 'replay')
  const { tenant, now } = unit
  unit.add(
    enqueueDelivery(
      {
        tenant,
        endpointId,
        deliveryId,
        eventId,
        ...(itemId && { itemId }),
        topic,
        occurredAt,
        attempts: 0,
        ...(isTest && { isTest }),
      },
      now,
    ),
  )
  return unit.update(endpointDeliveries, delivery, {
    status,
    attemptCount: 0,
    nextAttemptAt: now.toISOString(),
    errorMessage: null,
  })
}

const requireEnabled = ({ isEnabled }: { isEnabled: boolean }): void => {
  if (!isEnabled) throw new Problem('OPERATION_NOT_ALLOWED', 'The endpoint is disabled. Enable it first.')
}

/** Sends a delivery again, under the same `webhook-id`. */
export const replayDelivery = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  endpointId: string,
  id: string,
): Promise<StoredEndpointDelivery> => {
  const [endpoint, delivery] = await Promise.all([
    findEndpoint(app.db, unit.tenant, endpointId),
    unit.load(endpointDeliveries, id),
  ])
  if (!endpoint || delivery.endpointId !== endpoint.id) throw notFound()
  if (!delivery.isTest) requireEnabled(endpoint)
  const { tenant } = unit
  if (!(await findEventOfDelivery(app, { ...delivery, tenant })))
    throw new Problem('OPERATION_NOT_ALLOWED', 'The event is not stored any more, so it cannot be sent again.')
  recordSending(unit, 'replay', endpoint.id, { deliveryId: delivery.id, topic: delivery.topic })
  return queueAgain(unit, delivery)
}

interface Asked {
  since: string
  until?: string
  isDryRun?: boolean
}

const parseSpan = ({ since, until }: Asked, now: Date): Span => {
  const span = { since: new Date(since), until: until === undefined ? now : new Date(until) }
  if (span.until < span.since) throw invalid({ propertyPath: 'until', message: 'must not be before since' })
  return span
}

/** Schedules the replay of all failed deliveries of events in a time, or only counts them. */
export const replayFailed = async (app: Pick<App, 'db'>, unit: Unit, id: string, asked: Asked) => {
  const endpoint = await loadEndpoint(app, unit, id)
  const { tenant, now } = unit
  const { isDryRun = false } = asked
  const span = parseSpan(asked, now)
  if (!isDryRun) requireEnabled(endpoint)
  const count = await countFailed(app.db, tenant, endpoint.id, span)
  const [since, until] = [span.since.toISOString(), span.until.toISOString()]
  if (!isDryRun) recordSending(unit, 'replay', endpoint.id, { since, until, count })
  if (!isDryRun && count)
    unit.schedule('notification.webhooks.replay', { tenant, endpointId: endpoint.id, since, until, after: null })
  return { endpointId: endpoint.id, since, until, isDryRun, count }
}

/** Replays some deliveries, as far as they have failed still. */
const replayBatch = ({ db }: Pick<App, 'db'>, tenant: Id, ids: readonly Id[], now: Date) =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const deliveries = await findAll(db, endpointDeliveries, tenant, ids)
    for (const delivery of deliveries) if (delivery.status === 'failed') queueAgain(unit, delivery)
  })

/** Replays failed deliveries, oldest first. It can be run again: what was replayed is not failed any more. */
export const continueReplay = async (
  app: Pick<App, 'db'>,
  { tenant, endpointId, since, until, after: start }: TaskData['notification.webhooks.replay'],
  now: Date,
): Promise<void> => {
  const span = { since: new Date(since), until: new Date(until) }
  for (let after = start; ; ) {
    const { items, cursors } = await listFailed(app.db, tenant, endpointId, span, after, BATCH_SIZE)
    await replayBatch(
      app,
      tenant,
      items.map(({ id }) => id),
      now,
    )
    const last = cursors.at(-1)
    if (last === undefined || cursors.length < BATCH_SIZE) return
    after = last
  }
}
