import type { Id } from '../../../platform/id.ts'
import { partition } from '../../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../../platform/store/table/due.ts'
import { claim, LEASE, requireHeldBy } from '../../../platform/store/table/lease.ts'
import type { Item, Key, Table, Update } from '../../../platform/store/table/table.ts'
import type { Failures } from './decide-health.ts'

// Lanes of webhook endpoints:  T#<tenant>#webhook-lane / <endpoint>   the lease of the endpoint's one worker, and since when it
//                              fails; due (duePk, dueSk) at the next attempt of its queue

/** Longer than the timeout of a worker. */
const LEASE_MS = 90_000

export type Lane = Item & Failures

const laneKey = (tenant: Id, endpointId: Id): Key => ({ pk: partition(tenant, 'webhook-lane'), sk: endpointId })

/** Returns the tenant and the endpoint of a lane; undefined for another key. */
export const parseLane = ({ pk, sk }: Key): { tenant: Id; endpointId: Id } | undefined => {
  const [, tenant, name] = pk.split('#')
  return tenant && name === 'webhook-lane' ? { tenant, endpointId: sk } : undefined
}

/** Becomes the endpoint's worker; undefined if there is one. If the worker dies, the lane is due when its lease has ended. */
export const claimLane = async (
  db: Table,
  tenant: Id,
  endpointId: Id,
  by: string,
  now: Date,
): Promise<Lane | undefined> => {
  const until = new Date(now.getTime() + LEASE_MS)
  return await claim<Failures>(
    db,
    LEASE,
    laneKey(tenant, endpointId),
    { by, now, until },
    {
      set: '#kind = :kind, #duePk = :duePk, #dueSk = :until',
      values: { ':kind': 'webhook-lane', ':duePk': getDuePartition('webhook-lane', endpointId) },
      isBookkeeping: true,
    },
  )
}

/** The verdict of the attempts of a worker on the endpoint. */
export type Verdict = 'succeeded' | 'failed' | 'unknown'

/** Ends the work of a lane until the time of the next attempt, and notes since when the endpoint fails. */
export const releaseLane = (
  { pk, sk }: Key,
  by: string,
  next: string | undefined,
  verdict: Verdict,
  now: Date,
): Update => {
  const sets = [
    ...(next === undefined ? [] : ['#dueSk = :next']),
    ...(verdict === 'failed' ? ['#failingSince = if_not_exists(#failingSince, :now)'] : []),
  ]
  const removes = [
    `#${LEASE.by}`,
    `#${LEASE.until}`,
    ...(next === undefined ? ['#duePk', '#dueSk'] : []),
    ...(verdict === 'succeeded' ? ['#failingSince', '#warnedAt'] : []),
  ]
  const { when, values } = requireHeldBy(LEASE, by)
  return {
    update: { pk, sk },
    set: `${sets.length ? `SET ${sets.join(', ')} ` : ''}REMOVE ${removes.join(', ')}`,
    when,
    values: {
      ...values,
      ...(next !== undefined && { ':next': next }),
      ...(verdict === 'failed' && { ':now': now.toISOString() }),
    },
  }
}

/** Forgets the failures of an endpoint, which has changed. */
export const clearFailures = (tenant: Id, endpointId: Id): Update => ({
  update: laneKey(tenant, endpointId),
  set: 'REMOVE #failingSince, #warnedAt',
})

/** Notes that people were warned; fails if they were, or if the endpoint does not fail any more. */
export const markWarned = ({ pk, sk, failingSince }: Key & { failingSince: string }, now: Date): Update => ({
  update: { pk, sk },
  set: 'SET #warnedAt = :now',
  when: 'attribute_not_exists(#warnedAt) AND #failingSince = :since',
  values: { ':now': now.toISOString(), ':since': failingSince },
})
