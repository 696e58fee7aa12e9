import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { StreamWorker } from '../definitions.ts'
import { failedIds, type Invoke, Unreachable } from './invoke.ts'
import { type Poller, startPoller, type Turn } from './poller.ts'
import { asLambdaRecord, openStream, PAGE, type Position, passes, type StreamRecord } from './stream.ts'

const IDLE_MS = 200
const FIRST_BACKOFF_MS = 100
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

const sequence = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber

const lostBatch = (records: StreamRecord[], stream: string, shard: string, name: string, attempts: number) => ({
  requestContext: {
    functionArn: name,
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount: attempts,
  },
  version: '1.0',
  timestamp: new Date().toISOString(),
  DDBStreamBatchInfo: {
    shardId: shard,
    startSequenceNumber: sequence(records[0]),
    endSequenceNumber: sequence(records.at(-1)),
    batchSize: records.length,
    streamArn: stream,
  },
})

/** Feeds a table's stream to its function, from the checkpoint on, in order and with the retries of the platform. */
export const startStreamPoller = ({
  worker: { name, table, batchSize, patterns, retries, bisect, deadQueue },
  checkpoint,
  invoke,
  region,
  report = () => undefined,
}: {
  worker: StreamWorker
  /** File that remembers how far the stream was handled. */
  checkpoint: string
  invoke: Invoke
  region: string
  report?: (line: string) => void
}): Poller => {
  const sqs = new SQSClient({ region, useQueueUrlAsEndpoint: false })
  let stream: Awaited<ReturnType<typeof openStream>> | undefined

  const lose = async (records: StreamRecord[], shard: string, attempts: number) => {
    report(`${name}: ${records.length} record(s) failed ${attempts} times and went to ${deadQueue}`)
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: deadQueue }))
    const MessageBody = JSON.stringify(lostBatch(records, stream?.position.stream ?? '', shard, name, attempts))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  }

  /** How many records from the front are done with; -1 when the function threw. */
  const deliver = async (records: StreamRecord[]): Promise<number> => {
    const event = { Records: records.map((each) => asLambdaRecord(each, stream?.position.stream ?? '', region)) }
    try {
      const failed = failedIds(await invoke(name, event))
      const first = records.findIndex((record) => failed.has(sequence(record) ?? ''))
      return first === -1 ? records.length : first
    } catch (error) {
      if (error instanceof Unreachable) throw error
      report((error as Error).message)
      return -1
    }
  }

  const handle = async (shard: string, records: StreamRecord[], signals: Turn, attempts = 0): Promise<void> => {
    const { idle, killed } = signals
    const settle = async (record: StreamRecord | undefined) => {
      if (!stream || killed.aborted) return
      stream.done(shard, sequence(record))
      await saveCheckpoint(checkpoint, stream.position)
    }
    const done = await deliver(records)
    if (killed.aborted) return
    if (done > 0) await settle(records[done - 1])
    const left = records.slice(Math.max(done, 0))
    if (left.length === 0) return
    if (attempts >= retries) {
      const lost = bisect ? left.slice(0, 1) : left
      await lose(lost, shard, attempts + 1)
      await settle(lost.at(-1))
      if (left.length > lost.length) await handle(shard, left.slice(lost.length), signals)
      return
    }
    await pause(Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempts), undefined, { signal: idle })
    const half = done === -1 && bisect ? Math.ceil(left.length / 2) : left.length
    const next = done > 0 ? 0 : attempts + 1
    await handle(shard, left.slice(0, half), signals, next)
    if (half < left.length && !killed.aborted) await handle(shard, left.slice(half), signals, next)
  }

  const followed = async (shard: string, records: StreamRecord[], signals: Turn) => {
    if (!stream) return
    const wanted = records.filter((record) => passes(patterns, asLambdaRecord(record, '', region)))
    for (let start = 0; start < wanted.length; start += batchSize) {
      await handle(shard, wanted.slice(start, start + batchSize), signals)
      if (signals.killed.aborted) return
    }
    stream.done(shard, sequence(records.at(-1)))
    stream.closeIfRead(shard)
    await saveCheckpoint(checkpoint, stream.position)
  }

  const follow = async (signals: Turn) => {
    stream ??= await openStream({ table, region, from: await readCheckpoint(checkpoint) })
    const { idle } = signals
    const found = await stream.read(idle)
    for (const { shard, records } of found) await followed(shard, records, signals)
    // What comes meanwhile is read together, as the platform does: each reading costs the same, however little it finds.
    if (found.every(({ records }) => records.length < PAGE)) await pause(IDLE_MS, undefined, { signal: idle })
  }

  return startPoller(
    name,
    async (signals) => {
      try {
        await follow(signals)
      } catch (error) {
        // Read again from the checkpoint: what was fetched beyond it is forgotten.
        stream?.destroy()
        stream = undefined
        throw error
      }
    },
    report,
  )
}
