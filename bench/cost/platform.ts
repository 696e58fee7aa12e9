import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { marshall } from '@aws-sdk/util-dynamodb'
import { type App, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { OutboundResponse } from '../../lib/platform/outbound/outbound.ts'
import type { Message } from '../../lib/platform/queue/queue.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { formatKey, type Item } from '../../lib/platform/store/table/table.ts'
import type { DataKeys } from '../../lib/platform/vault/data-keys.ts'
import { makeVault } from '../../lib/platform/vault/vault.ts'
import { type QueueWorker, readDefinitions, root, type StreamWorker } from '../../local/definitions.ts'
import { readFailedIds } from '../../local/pollers/invoke.ts'
import { matchesPatterns } from '../../local/pollers/stream-record.ts'
import { memoryTable } from '../../tests/support/memory-table.ts'
import { countFiles } from './counting-files.ts'
import { countTable } from './counting-table.ts'
import { computeRoundMs, makeRounds } from './rounds.ts'
import { ASSUMED_MS, newTally, type Tally } from './tally.ts'
import type { Clock } from './without-chance.ts'

const NO_LIMIT = 1_000_000_000
const MS_PER_ROUND = 5
/** Size of what KMS returns as an encrypted data key. */
const WRAPPED_KEY_BYTES = 184
const KEY_BYTES = 32
const MESSAGES_OF_A_SEND = 10
/** The messages of a batch are received by one request and deleted by another. */
const REQUESTS_OF_A_BATCH = 2
const MILLISECONDS_LEFT = 30_000

type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** The platform in this process, on a real table, with its workers, whose calls go round by round and are counted. */
export const openPlatform = (clock: Clock) => {
  let tally: Tally | undefined
  const current = () => tally
  const rounds = makeRounds({
    onRound(calls) {
      clock.pass(MS_PER_ROUND)
      if (!tally) return
      tally.functionMs += computeRoundMs(calls)
      if (calls.some((call) => call === 'table' || call === 'transaction')) tally.sequentialCalls++
    },
    endTimers: () => clock.endTimers(MS_PER_ROUND),
  })

  const known = new Set<string>()
  const stream: Item[] = []
  const onPut = (item: Item) => {
    // The stream's filter takes inserts only.
    if (!known.has(formatKey(item))) stream.push(item)
    known.add(formatKey(item))
  }

  const keyRequest = <T>(work: () => T): Promise<T> =>
    rounds.call('key', async () => {
      if (tally) tally.keyRequests++
      return work()
    })
  const keys: DataKeys = {
    generate: () =>
      keyRequest(() => {
        const plain = randomBytes(KEY_BYTES)
        return { plain, wrapped: Buffer.concat([plain, Buffer.alloc(WRAPPED_KEY_BYTES - KEY_BYTES)]) }
      }),
    unwrap: (wrapped) => keyRequest(() => wrapped.subarray(0, KEY_BYTES)),
  }

  const queued = new Map<string, Message[]>()
  const send = (queue: string, messages: readonly Message[]) =>
    rounds.call('queue', async () => {
      if (tally) tally.queueRequests += Math.ceil(messages.length / MESSAGES_OF_A_SEND)
      queued.set(queue, [...(queued.get(queue) ?? []), ...messages])
      return new Set<string>()
    })
  const leave = <T>(answer: T): Promise<T> =>
    rounds.call('outside', async () => {
      if (tally) tally.sent++
      return answer
    })
  const { files, upload } = countFiles({ call: rounds.call, current })
  const accepted: OutboundResponse = { status: 200, headers: {}, body: Buffer.alloc(0) }

  const limits = { identity: NO_LIMIT, ip: NO_LIMIT, auth: NO_LIMIT, satellite: NO_LIMIT, serviceAccount: NO_LIMIT }
  const settings = { ...readConfig(), simulatedStores: true, webhookLimit: NO_LIMIT, limits }
  const plain = makeApp(settings)
  const table = memoryTable()
  const app: App = {
    ...plain,
    db: retryTable(countTable(table, { call: rounds.call, current, onPut })),
    vault: makeVault(keys, plain.clock),
    queues: { send },
    mail: { send: () => leave({ refused: [] }) },
    sms: { send: () => leave(undefined) },
    outbound: { send: () => leave(accepted) },
    files,
  }
  useApp(app)

  const definitions = readDefinitions()

  const invoke = async ({ source, name }: { source: string; name: string }, event: unknown) => {
    const { handler } = (await import(pathToFileURL(join(root, source)).href)) as { handler: Handler }
    if (tally) {
      tally.invocations++
      tally.functionMs += ASSUMED_MS.invocation
    }
    const context = {
      functionName: name,
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis: () => MILLISECONDS_LEFT,
    }
    return await rounds.run(() => handler(event, context))
  }

  const requireSuccess = (name: string, answer: unknown) => {
    if (readFailedIds(answer).size) throw new Error(`${name} failed`)
  }

  const drainStream = async (worker: StreamWorker, records: readonly Item[]): Promise<boolean> => {
    const wanted = records
      .map((item) => ({
        eventID: randomUUID(),
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: randomUUID(), NewImage: marshall(item, { removeUndefinedValues: true }) },
      }))
      .filter((record) => matchesPatterns(worker.patterns, record))
    for (let start = 0; start < wanted.length; start += worker.batchSize)
      requireSuccess(worker.name, await invoke(worker, { Records: wanted.slice(start, start + worker.batchSize) }))
    return wanted.length > 0
  }

  const drainQueue = async (worker: QueueWorker): Promise<boolean> => {
    const messages = queued.get(worker.queue) ?? []
    const batch = messages.splice(0, worker.batchSize)
    if (!batch.length) return false
    const Records = batch.map(({ body }) => ({ messageId: randomUUID(), body, attributes: {} }))
    if (tally) tally.queueRequests += REQUESTS_OF_A_BATCH
    requireSuccess(worker.name, await invoke(worker, { Records }))
    return true
  }

  /** Runs the workers of the stream and of the queues until nothing is left for them. */
  const drain = async () => {
    for (let isBusy = true; isBusy; ) {
      isBusy = false
      const records = stream.splice(0)
      for (const worker of definitions.streamWorkers) isBusy = (await drainStream(worker, records)) || isBusy
      for (const worker of definitions.queueWorkers) isBusy = (await drainQueue(worker)) || isBusy
    }
  }

  const everyMinute = definitions.functions.filter(({ schedules }) => schedules.includes('rate(1 minute)'))

  return {
    app,
    drain,
    upload,
    /** Runs what runs every minute, once. */
    async runSchedules() {
      for (const each of everyMinute) await invoke(each, {})
    },
    /** Runs work without counting. */
    run: rounds.run,
    /** Lists the items that are in the index of what is due. */
    listDue: (): Item[] => table.all().filter(({ duePk }) => duePk !== undefined),
    /** Takes all items out of the index of what is due, so that no later operation handles them. */
    async forgetDue() {
      for (const { duePk: _, dueSk: __, ...put } of table.all().filter(({ duePk }) => duePk !== undefined))
        await table.put({ put })
    },
    /** Ends all windows of digests, so that the next event is the first one again. */
    async closeWindows() {
      for (const { pk, sk, kind } of table.all())
        if (kind === 'digest-window') await table.transact([{ delete: { pk, sk } }])
    },
    /** Stores items without anybody noticing. */
    async store(items: readonly Item[]) {
      for (const put of items) await table.put({ put })
    },
    /** Counts everything that the work does. */
    async count(work: () => Promise<unknown>): Promise<Tally> {
      const counted = newTally()
      tally = counted
      try {
        await work()
      } finally {
        tally = undefined
      }
      return counted
    },
  }
}

export type Platform = ReturnType<typeof openPlatform>
