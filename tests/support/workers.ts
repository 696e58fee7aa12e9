import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Message } from '@aws-sdk/client-sqs'
import { type QueueWorker, readDefinitions, root, type StreamWorker } from '../../local/definitions.ts'
import { readFailedIds } from '../../local/pollers/invoke.ts'
import { buildQueueEvent } from '../../local/pollers/queue-poller.ts'
import { filterWanted, type StreamRecord, toLambdaRecord } from '../../local/pollers/stream-record.ts'
import { checkingTopics } from './emitted-topics.ts'
import { shuffled } from './shuffle.ts'
import { testQueues } from './test-queues.ts'
import { openTestStream } from './test-table.ts'

export interface Delivery {
  /** Source file of the worker. */
  worker: string
  /** Input: a stream record, or a message's body as parsed JSON. */
  content: unknown
  failed: boolean
  /** Error that the worker threw. */
  error?: string
}

interface Options {
  /** Sends every record and message twice. */
  duplicate?: boolean
  /** Seed that shuffles the messages of each queue. */
  shuffle?: number
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>
type Stream = Awaited<ReturnType<typeof openTestStream>>

const definitions = readDefinitions()
const { region } = definitions
const streams = new Map<string, Promise<Stream>>()

const invoke = async (worker: StreamWorker | QueueWorker, event: unknown) => {
  const { handler } = (await import(pathToFileURL(join(root, worker.source)).href)) as { handler: Handler }
  const context = { functionName: worker.name, awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 30_000 }
  return await checkingTopics(basename(worker.source, '.ts'), () => handler(structuredClone(event), context))
}

const batches = <T>(list: T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, place) => list.slice(place * size, (place + 1) * size))

const drainStream = async (worker: StreamWorker, { duplicate }: Options): Promise<Delivery[]> => {
  const opened = streams.get(worker.name) ?? openTestStream({ table: worker.table, region })
  streams.set(worker.name, opened)
  const stream = await opened
  const deliveries: Delivery[] = []
  const handOver = async (records: StreamRecord[], attempt = 0): Promise<void> => {
    const sent = records.map((record) => toLambdaRecord(record, stream.position.stream, region))
    const failed = readFailedIds(await invoke(worker, { Records: sent }))
    const first = records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''))
    const done = first === -1 ? records.length : first
    deliveries.push(...sent.slice(0, done).map((content) => ({ worker: worker.source, content, failed: false })))
    if (first === -1) return
    deliveries.push({ worker: worker.source, content: sent[first], failed: true })
    const attempts = done > 0 ? 1 : attempt + 1
    if (attempts > worker.retries) throw new Error(`${worker.source} failed one record ${attempts} times`)
    await handOver(records.slice(first), attempts)
  }
  // A page without matching records may be followed by one with some.
  let read = 0
  do {
    read = 0
    for (const { shard, records } of await stream.read()) {
      read += records.length
      for (const batch of batches(filterWanted(worker.patterns, records), worker.batchSize)) {
        await handOver(batch)
        if (duplicate) await handOver(batch)
      }
      stream.closeIfRead(shard)
    }
  } while (read > 0)
  return deliveries
}

const receiveAll = async (queue: string) => {
  const all: Message[] = []
  for (;;) {
    const messages = await testQueues().receive(queue)
    if (messages.length === 0) return all
    all.push(...messages)
  }
}

const parsed = (body = '') => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}

const drainQueue = async (worker: QueueWorker, { duplicate, shuffle }: Options): Promise<Delivery[]> => {
  const received = await receiveAll(worker.queue)
  const deliveries: Delivery[] = []
  const handOver = async (batch: Message[]) => {
    const answer = await invoke(worker, buildQueueEvent(batch, worker.queue, region)).catch((error: Error) => error)
    const failed = answer instanceof Error ? new Set(batch.map(({ MessageId }) => MessageId)) : readFailedIds(answer)
    for (const { MessageId = '', Body } of batch) {
      const error = answer instanceof Error ? { error: answer.message } : {}
      deliveries.push({ worker: worker.source, content: parsed(Body), failed: failed.has(MessageId), ...error })
    }
    return batch.filter(({ MessageId = '' }) => failed.has(MessageId))
  }
  const left = new Set<Message>()
  for (const round of duplicate ? [0, 1] : [0]) {
    left.clear()
    const ordered = shuffle === undefined ? received : shuffled(received, shuffle + round)
    for (const batch of batches(ordered, worker.batchSize)) {
      for (const message of await handOver(batch)) left.add(message)
    }
  }
  for (const message of received) {
    const settle = left.has(message) ? testQueues().giveBack : testQueues().delete
    await settle(worker.queue, message.ReceiptHandle)
  }
  return deliveries
}

/**
 * Runs the workers in this process on the table's stream and the queues until both are empty. A message that keeps failing
 * ends in its dead-letter queue. Returns everything that was handled, in order.
 */
export const drainEvents = async (options: Options = {}): Promise<Delivery[]> => {
  const all: Delivery[] = []
  for (;;) {
    const round: Delivery[] = []
    for (const worker of definitions.streamWorkers) round.push(...(await drainStream(worker, options)))
    for (const worker of definitions.queueWorkers) round.push(...(await drainQueue(worker, options)))
    if (round.length === 0) return all
    all.push(...round)
  }
}
