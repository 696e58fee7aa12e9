import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { StreamWorker } from '../definitions.ts'
import { type Invoke, readFailedIds, Unreachable } from './invoke.ts'
import { type Poller, startPoller, type Turn } from './poller.ts'
import {
  filterWanted,
  type OpenStream,
  PAGE_SIZE,
  type Position,
  type Stream,
  type StreamRecord,
  toLambdaRecord,
} from './stream-record.ts'

const IDLE_MS = 200
const MIN_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5000

const readCheckpoint = async (file: string): Promise<Position | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Position
  } catch {
    return undefined
  }
}

const saveCheckpoint = async (file: string, position: Position) => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(position))
  await rename(`${file}.new`, file)
}

const readSequence = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber

const describeLostBatch = (records: StreamRecord[], stream: string, shard: string, name: string, attempts: number) => ({
  requestContext: {
    functionArn: name,
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount: attempts,
  },
  version: '1.0',
  timestamp: new Date().toISOString(),
  DDBStreamBatchInfo: {
    shardId: shard,
    startSequenceNumber: readSequence(records[0]),
    endSequenceNumber: readSequence(records.at(-1)),
    batchSize: records.length,
    streamArn: stream,
  },
})

/** Sends a table's stream to its function from the checkpoint on, in order and with the retries that AWS makes. */
export const startStreamPoller = ({
  worker: { name, table, batchSize, patterns, retries, bisect, deadQueue },
  checkpoint,
  openStream,
  invoke,
  region,
  report = () => undefined,
}: {
  worker: StreamWorker
  /** File with the position up to which the stream was handled. */
  checkpoint: string
  openStream: OpenStream
  invoke: Invoke
  region: string
  report?: (line: string) => void
}): Poller => {
  const sqs = new SQSClient({ region, useQueueUrlAsEndpoint: false })
  let stream: Stream | undefined

  const giveUp = async (records: StreamRecord[], shard: string, attempts: number) => {
    report(`${name}: ${records.length} record(s) failed ${attempts} times and were sent to ${deadQueue}`)
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: deadQueue }))
    const MessageBody = JSON.stringify(describeLostBatch(records, stream?.position.stream ?? '', shard, name, attempts))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  }

  /** Returns the number of leading records that were handled; -1 if the function threw. */
  const deliver = async (records: StreamRecord[]): Promise<number> => {
    const event = { Records: records.map((each) => toLambdaRecord(each, stream?.position.stream ?? '', region)) }
    try {
      const failed = readFailedIds(await invoke(name, event))
      const first = records.findIndex((record) => failed.has(readSequence(record) ?? ''))
      return first === -1 ? records.length : first
    } catch (error) {
      if (error instanceof Unreachable) throw error
      report((error as Error).message)
      return -1
    }
  }

  const handle = async (shard: string, records: StreamRecord[], signals: Turn, attempts = 0): Promise<void> => {
    const { idle, killed } = signals
    const checkpointAfter = async (record: StreamRecord | undefined) => {
      if (!stream || killed.aborted) return
      stream.done(shard, readSequence(record))
      await saveCheckpoint(checkpoint, stream.position)
    }
    const done = await deliver(records)
    if (killed.aborted) return
    if (done > 0) await checkpointAfter(records[done - 1])
    const remaining = records.slice(Math.max(done, 0))
    if (remaining.length === 0) return
    if (attempts >= retries) {
      const lost = bisect ? remaining.slice(0, 1) : remaining
      await giveUp(lost, shard, attempts + 1)
      await checkpointAfter(lost.at(-1))
      if (remaining.length > lost.length) await handle(shard, remaining.slice(lost.length), signals)
      return
    }
    await pause(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** attempts), undefined, { signal: idle })
    const half = done === -1 && bisect ? Math.ceil(remaining.length / 2) : remaining.length
    const next = done > 0 ? 0 : attempts + 1
    await handle(shard, remaining.slice(0, half), signals, next)
    if (half < remaining.length && !killed.aborted) await handle(shard, remaining.slice(half), signals, next)
  }

  const followShard = async (shard: string, records: StreamRecord[], signals: Turn) => {
    if (!stream) return
    const wanted = filterWanted(patterns, records)
    for (let start = 0; start < wanted.length; start += batchSize) {
      await handle(shard, wanted.slice(start, start + batchSize), signals)
      if (signals.killed.aborted) return
    }
    stream.done(shard, readSequence(records.at(-1)))
    stream.closeIfRead(shard)
    await saveCheckpoint(checkpoint, stream.position)
  }

  const follow = async (signals: Turn) => {
    stream ??= await openStream(table, await readCheckpoint(checkpoint))
    const { idle } = signals
    const found = await stream.read(idle)
    for (const { shard, records } of found) await followShard(shard, records, signals)
    // Each read costs the same however little it finds, so records are collected for a moment, as AWS does.
    if (found.every(({ records }) => records.length < PAGE_SIZE)) await pause(IDLE_MS, undefined, { signal: idle })
  }

  return startPoller(
    name,
    async (signals) => {
      try {
        await follow(signals)
      } catch (error) {
        // Reads again from the checkpoint; records fetched beyond it are dropped.
        stream?.destroy()
        stream = undefined
        throw error
      }
    },
    report,
  )
}
