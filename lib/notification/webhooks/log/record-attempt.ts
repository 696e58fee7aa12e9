import { move } from '../../../platform/moves.ts'
import { find } from '../../../platform/store/lists/list.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { planRetry } from '../queue/plan-retry.ts'
import { dequeueDelivery, requeueDelivery, type StoredQueued } from '../queue/queue-store.ts'
import type { Attempt } from '../requests/send-attempt.ts'
import {
  ENDPOINT_DELIVERY_MOVES,
  endpointDeliveries,
  putAttempt,
  type StoredEndpointDelivery,
} from './endpoint-delivery-store.ts'

/** The end of a try: an attempt, or the reason for which none was made. */
export type Outcome = { attempt: Attempt } | { reason: string }

type Result = Pick<
  StoredEndpointDelivery,
  'status' | 'attemptCount' | 'lastAttemptAt' | 'nextAttemptAt' | 'statusCode' | 'errorMessage'
>

const decideResult = ({ deliveryId, attempts }: StoredQueued, outcome: Outcome, now: Date): Result => {
  const end = (action: 'succeed' | 'fail') => move(ENDPOINT_DELIVERY_MOVES, 'delivery', 'pending', action)
  if ('reason' in outcome)
    return {
      status: end('fail'),
      attemptCount: attempts,
      lastAttemptAt: null,
      nextAttemptAt: null,
      statusCode: null,
      errorMessage: outcome.reason,
    }
  const { isSuccess, isGone, retryAfter, logged } = outcome.attempt
  const next = isSuccess || isGone ? undefined : planRetry(deliveryId, attempts + 1, now, retryAfter)
  return {
    status: isSuccess ? end('succeed') : next === undefined ? end('fail') : 'pending',
    attemptCount: attempts + 1,
    lastAttemptAt: logged.at,
    nextAttemptAt: next ?? null,
    statusCode: logged.statusCode,
    errorMessage: logged.errorMessage,
  }
}

/** Tells whether the queued try is one that the log does not know yet. */
export const isOpenTry = ({ attempts }: StoredQueued, stored: StoredEndpointDelivery | undefined): boolean =>
  stored ? stored.status === 'pending' && stored.attemptCount === attempts : attempts === 0

const addDelivery = (unit: Unit, queued: StoredQueued, result: Result) => {
  const { deliveryId: id, endpointId, eventId, itemId, topic, occurredAt, isTest = false } = queued
  unit.create(
    endpointDeliveries,
    {
      id,
      endpointId,
      eventId,
      ...(itemId && { itemId }),
      topic,
      isTest,
      occurredAt,
      day: occurredAt.slice(0, 10),
      ...result,
    },
    'stale',
  )
}

/**
 * Writes the outcome of a try to the log and takes the try from the queue, in one transaction; queues the next one if one is
 * to follow. Does nothing if another worker has recorded the try.
 */
export const recordAttempt = (
  db: Table,
  queued: StoredQueued,
  found: StoredEndpointDelivery | undefined,
  outcome: Outcome,
  now: Date,
): Promise<void> =>
  runInUnit(db, { tenant: queued.tenant, actor: null, now }, async (unit) => {
    const { tenant, deliveryId, pk: _pk, sk: _sk, ...rest } = queued
    const stored = unit.isRerun ? await find(db, endpointDeliveries, tenant, deliveryId) : found
    unit.add(dequeueDelivery(queued))
    if (!isOpenTry(queued, stored)) return
    const result = decideResult(queued, outcome, now)
    if (stored) unit.update(endpointDeliveries, stored, result)
    else addDelivery(unit, queued, result)
    if ('attempt' in outcome) unit.add(putAttempt(tenant, deliveryId, result.attemptCount, outcome.attempt.logged))
    if (result.nextAttemptAt)
      unit.add(requeueDelivery({ ...rest, tenant, deliveryId, attempts: result.attemptCount }, result.nextAttemptAt))
  })
