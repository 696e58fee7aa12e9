import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import { enqueueDue } from '../../platform/events/enqueue-due.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { describeError } from '../../platform/queue/retry-schedule.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { gatherReads } from '../../platform/store/table/gather-reads.ts'
import { decideHealth } from './endpoints/decide-health.ts'
import { disableEndpoint, warnOfDisabling } from './endpoints/disable-endpoint.ts'
import { findEndpoint, type StoredEndpoint } from './endpoints/endpoint-store.ts'
import { claimLane, type Lane, releaseLane, type Verdict } from './endpoints/lane-store.ts'
import { openHeaders, openSecrets } from './endpoints/open-secrets.ts'
import { endpointDeliveries, type StoredEndpointDelivery } from './log/endpoint-delivery-store.ts'
import { isOpenTry, type Outcome, recordAttempt } from './log/record-attempt.ts'
import { dequeueDelivery, getAttemptTime, listQueued, type StoredQueued } from './queue/queue-store.ts'
import { buildWebhookBody, findEventOfDelivery } from './requests/build-webhook-body.ts'
import { type Sending, sendAttempt } from './requests/send-attempt.ts'

/** Requests that are sent to one endpoint at a time. */
const MAX_AT_ONCE = 5
/** Time that a group of requests may take, with what is written afterwards. */
const ENOUGH_MS = 20_000
/** The longest time for which the queue keeps a message back. */
const MAX_DELAY_SECONDS = 900

interface EndpointOfTenant {
  tenant: Id
  endpointId: Id
}

/** The outcomes of the deliveries of one run. */
interface Tally {
  succeeded: number
  failed: number
  isGone: boolean
}

const countOutcome = (tally: Tally, { isTest }: StoredQueued, outcome: Outcome): void => {
  if (!('attempt' in outcome) || isTest) return
  if (outcome.attempt.isSuccess) tally.succeeded++
  else tally.failed++
  tally.isGone ||= outcome.attempt.isGone
}

/** Makes an attempt, unless the endpoint is disabled or the event is gone. A test also reaches a disabled endpoint. */
const tryDelivery = async (
  app: App,
  endpoint: StoredEndpoint,
  sending: Sending,
  queued: StoredQueued,
  log: Log,
): Promise<Outcome> => {
  const { eventId: id, isTest } = queued
  if (!endpoint.isEnabled && !isTest) return { reason: 'The endpoint was disabled.' }
  const event = await findEventOfDelivery(app, queued)
  if (!event) return { reason: 'The event is not stored any more.' }
  const { includesText } = endpoint
  const body = await buildWebhookBody(app, event, { includesText, isTest }, log)
  return { attempt: await sendAttempt(app, sending, { id, body }) }
}

const workDelivery = async (
  app: App,
  endpoint: StoredEndpoint,
  sending: Sending,
  queued: StoredQueued,
  stored: StoredEndpointDelivery | undefined,
  tally: Tally,
  log: Log,
): Promise<void> => {
  if (!isOpenTry(queued, stored)) {
    await app.db.transact([dequeueDelivery(queued)])
    return
  }
  const outcome = await tryDelivery(app, endpoint, sending, queued, log)
  await recordAttempt(app.db, queued, stored, outcome, app.clock())
  countOutcome(tally, queued, outcome)
}

/** Sends the deliveries of a group side by side. The failure of one to be processed delays no other. */
const workGroup = async (
  app: App,
  { tenant }: EndpointOfTenant,
  endpoint: StoredEndpoint | undefined,
  group: readonly StoredQueued[],
  tally: Tally,
  log: Log,
): Promise<void> => {
  if (!endpoint) {
    await app.db.transact(group.map(dequeueDelivery))
    return
  }
  const db = gatherReads(app.db)
  const [secrets, headers, found] = await Promise.all([
    openSecrets({ ...app, db }, tenant, endpoint, app.clock()),
    openHeaders(app, tenant, endpoint),
    findAll(
      db,
      endpointDeliveries,
      tenant,
      group.map(({ deliveryId }) => deliveryId),
    ),
  ])
  const stored = new Map(found.map((delivery) => [delivery.id, delivery]))
  const sending = { url: endpoint.url, secrets, headers }
  const outcomes = await Promise.allSettled(
    group.map((queued) =>
      workDelivery({ ...app, db }, endpoint, sending, queued, stored.get(queued.deliveryId), tally, log),
    ),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const getVerdict = ({ succeeded, failed }: Tally): Verdict => (succeeded ? 'succeeded' : failed ? 'failed' : 'unknown')

/** Warns of, or carries out, what follows from the attempts of a run. */
const judgeEndpoint = async (app: App, tenant: Id, endpoint: StoredEndpoint, lane: Lane, tally: Tally, now: Date) => {
  if (tally.isGone) return await disableEndpoint(app, tenant, endpoint, 'gone', now)
  if (getVerdict(tally) !== 'failed' || !endpoint.isEnabled) return
  const decision = decideHealth(lane, now)
  const { failingSince } = lane
  if (decision === 'disable') await disableEndpoint(app, tenant, endpoint, 'failing', now)
  if (decision === 'warn' && failingSince) await warnOfDisabling(app, tenant, endpoint, { ...lane, failingSince }, now)
}

const hasTime = ({ db }: App) => (db.deadline?.millisecondsLeft() ?? Number.POSITIVE_INFINITY) > ENOUGH_MS

/** Sends what is due until nothing is or time is up. Returns the time of the next attempt. */
const drainQueue = async (app: App, lane: Lane, place: EndpointOfTenant, log: Log, tally: Tally) => {
  const { tenant, endpointId } = place
  for (;;) {
    const [endpoint, queued] = await Promise.all([
      findEndpoint(app.db, tenant, endpointId),
      listQueued(app.db, tenant, endpointId, MAX_AT_ONCE),
    ])
    const now = app.clock()
    const due = queued.filter((each) => getAttemptTime(each) <= now.toISOString())
    const [first] = queued
    if (!due.length || !hasTime(app)) return first && getAttemptTime(first)
    const tried: Tally = { succeeded: 0, failed: 0, isGone: false }
    await workGroup(app, place, endpoint, due, tried, log)
    tally.succeeded += tried.succeeded
    tally.failed += tried.failed
    if (endpoint) await judgeEndpoint(app, tenant, endpoint, lane, { ...tried, succeeded: tally.succeeded }, now)
  }
}

/** Has a worker started at the time of the next attempt, if that is near; otherwise the lane is found when it is due. */
const wakeAt = async (app: App, lane: Lane, next: string, now: Date): Promise<void> => {
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(next) - now.getTime()) / 1000))
  if (delaySeconds > MAX_DELAY_SECONDS) return
  const { pk, sk } = lane
  await enqueueDue(app, new Map([[0, { kind: 'webhook-lane', pk, sk }]]), delaySeconds)
}

/**
 * Sends the due deliveries of an endpoint. Each endpoint has one worker at a time, so that a slow one delays no other. A
 * delivery that arrives while the worker ends is found by its last look, because its own message came to nothing.
 */
export const workLane = async (app: App, place: EndpointOfTenant, log: Log): Promise<void> => {
  const { tenant, endpointId } = place
  const by = randomUUID()
  const lane = await claimLane(app.db, tenant, endpointId, by, app.clock())
  if (!lane) return
  const tally: Tally = { succeeded: 0, failed: 0, isGone: false }
  let next: string | undefined
  try {
    next = await drainQueue(app, lane, place, log, tally)
  } catch (error) {
    log.error('notification.webhook.lane_failed', error, { endpointId, reason: describeError(error) })
    throw error
  }
  const { succeeded, failed } = tally
  if (succeeded || failed) log.info('notification.webhook.sent', { endpointId, succeeded, failed })
  const { ok } = await app.db.update(releaseLane(lane, by, next, getVerdict(tally), app.clock()))
  const [first] = ok ? await listQueued(app.db, tenant, endpointId, 1) : []
  if (first) await wakeAt(app, lane, getAttemptTime(first), app.clock())
}
