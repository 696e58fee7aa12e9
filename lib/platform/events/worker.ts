import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { type App, app } from '../app/app.ts'
import { timelyApp } from '../app/timely-app.ts'
import { createSharing, type Sharing } from '../create-sharing.ts'
import { deadlineBefore, type Remaining } from '../deadline.ts'
import { createLog, type Log } from '../log.ts'

interface Work<T> {
  given: T
  now: Date
  log: Log
}

/** Time before the function's timeout at which its work ends and the rest is reported as failed. */
const RESERVE_MS = 500

const appFor = (context: Remaining | undefined): App =>
  context ? timelyApp(app(), deadlineBefore(context, RESERVE_MS)) : app()

interface Definition<S extends TSchema> {
  /** Begins the codes of its log lines, such as `notification.on_event`. */
  name: string
  /** Schema of its messages; all others fail. */
  takes: S
}

const requireShape = <S extends TSchema>(schema: S, value: unknown): Static<S> => {
  if (!Check(schema, value)) throw new Error('not what this worker takes')
  return value
}

/** Builds the worker of a queue. Messages are independent: only those that fail are delivered again. */
export const queueWorker =
  <S extends TSchema>({
    name,
    takes,
    run,
  }: Definition<S> & { run(app: App, work: Work<Static<S>> & { shared: Sharing }): Promise<void> }) =>
  async ({ Records }: SQSEvent, context?: Remaining): Promise<SQSBatchResponse> => {
    const using = appFor(context)
    const shared = createSharing()
    const failed = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        const log = createLog({ messageId, received: attributes?.ApproximateReceiveCount })
        try {
          await run(using, { given: requireShape(takes, JSON.parse(body)), now: using.clock(), log, shared })
          return []
        } catch (error) {
          log.error(`${name}.failed`, error)
          return [{ itemIdentifier: messageId }]
        }
      }),
    )
    return { batchItemFailures: failed.flat() }
  }

/**
 * Builds the worker of the table's stream. `run` gets all valid records and returns the indexes of those that failed. The
 * stream delivers again from the first failure on, so records after it may be processed twice.
 */
export const streamWorker =
  <S extends TSchema>({
    name,
    takes,
    run,
  }: Definition<S> & {
    run(app: App, work: Work<ReadonlyMap<number, Static<S>>>): Promise<ReadonlySet<number>>
  }) =>
  async ({ Records }: DynamoDBStreamEvent, context?: Remaining): Promise<DynamoDBBatchResponse> => {
    const using = appFor(context)
    const log = createLog({})
    const fit = new Map<number, Static<S>>()
    for (const [place, record] of Records.entries())
      if (Check(takes, record)) fit.set(place, record)
      else log.error(`${name}.unfit`, new Error('not what this worker takes'), { eventId: record.eventID })
    const failed = fit.size ? await run(using, { given: fit, now: using.clock(), log }) : new Set()
    const first = Records.find((_, place) => !fit.has(place) || failed.has(place))
    if (!first) return { batchItemFailures: [] }
    log.warn(`${name}.failed`, { failed: failed.size, unfit: Records.length - fit.size })
    return { batchItemFailures: [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] }
  }

/** Builds the work of a schedule. An operator may also start it, with the input that `takes` describes. */
export const schedule =
  <S extends TSchema>({
    name,
    takes,
    run,
  }: Definition<S> & {
    run(app: App, work: Work<Static<S>> & { millisecondsLeft: () => number }): Promise<void>
  }) =>
  async (event: unknown, context?: Remaining): Promise<void> => {
    const using = appFor(context)
    const log = createLog({})
    try {
      const millisecondsLeft = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY
      await run(using, { given: requireShape(takes, event ?? {}), now: using.clock(), log, millisecondsLeft })
    } catch (error) {
      log.error(`${name}.failed`, error)
      throw error
    }
  }
