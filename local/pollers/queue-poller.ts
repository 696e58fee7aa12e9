import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { QueueWorker } from '../definitions.ts'
import { type Invoke, readFailedIds, Unreachable } from './invoke.ts'
import { isAbort, type Poller, startPoller } from './poller.ts'

const MAX_BACKOFF_SECONDS = 5
/** The local database does one thing at a time, so a large batch would delay requests. */
const MAX_BATCH_SIZE = 3
/** Batches of a queue that are at work at once, so that messages which wait for others delay none that come after them. */
const MAX_BATCHES = 8
/** Time after which a batch counts as one that waits. Until then the next one is left in the queue. */
const PATIENCE_MS = 250

/** Builds the event that Lambda sends to a function for messages of a queue. */
export const buildQueueEvent = (messages: Message[], queue: string, region: string) => ({
  Records: messages.map(({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes, MD5OfBody }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType,
          stringValue: StringValue,
          ...(BinaryValue ? { binaryValue: Buffer.from(BinaryValue).toString('base64') } : {}),
        },
      ]),
    ),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${region}:000000000000:${queue}`,
    awsRegion: region,
  })),
})

const buildEntries = (messages: Message[]) => messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))

const computeBackoffSeconds = ({ Attributes }: Message) =>
  Math.min(MAX_BACKOFF_SECONDS, Math.max(1, Number(Attributes?.ApproximateReceiveCount ?? 1)))

/** Sends the messages of a queue to its function. Deletes handled messages; failed ones return after a short pause. */
export const startQueuePoller = ({
  worker: { name, queue, batchSize },
  invoke,
  region,
  report = () => undefined,
}: {
  worker: QueueWorker
  invoke: Invoke
  region: string
  report?: (line: string) => void
}): Poller => {
  const client = new SQSClient({ region, useQueueUrlAsEndpoint: false })
  let QueueUrl: string | undefined
  const working = new Set<Promise<void>>()

  const handle = async (messages: Message[]) => {
    try {
      const failed = readFailedIds(await invoke(name, buildQueueEvent(messages, queue, region)))
      return messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''))
    } catch (error) {
      report(error instanceof Unreachable ? `${name} cannot be reached: ${error.message}` : (error as Error).message)
      return []
    }
  }

  /** Deletes the messages of a batch that the function has handled, and lets the others return. */
  const settle = async (messages: Message[], done: readonly Message[], killed: AbortSignal) => {
    const failed = messages.filter((message) => !done.includes(message))
    if (done.length) {
      await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: buildEntries([...done]) }), {
        abortSignal: killed,
      })
    }
    if (failed.length) {
      const Entries = buildEntries(failed).map((entry, i) => ({
        ...entry,
        VisibilityTimeout: computeBackoffSeconds(failed[i] as Message),
      }))
      await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }), { abortSignal: killed })
    }
  }

  const work = async (messages: Message[], killed: AbortSignal) => {
    const done = await handle(messages)
    if (killed.aborted) return
    try {
      await settle(messages, done, killed)
    } catch (error) {
      if (!isAbort(error)) report(`${name}: ${(error as Error).message}`)
    }
  }

  /** Waits until the batches at work have ended or need patience, and one more is allowed. */
  const waitForTurn = async (idle: AbortSignal) => {
    if (!working.size) return
    const patience = pause(PATIENCE_MS, undefined, { signal: idle }).catch(() => undefined)
    await Promise.race([patience, Promise.all(working)])
    while (working.size >= MAX_BATCHES) await Promise.race(working)
  }

  const poller = startPoller(
    name,
    async ({ idle, killed }) => {
      await waitForTurn(idle)
      if (idle.aborted) return
      QueueUrl ??= (await client.send(new GetQueueUrlCommand({ QueueName: queue }), { abortSignal: idle })).QueueUrl
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(batchSize, MAX_BATCH_SIZE),
          WaitTimeSeconds: 20,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: idle },
      )
      if (!Messages.length) return
      const batch = work(Messages, killed).finally(() => working.delete(batch))
      working.add(batch)
    },
    report,
  )
  return {
    ...poller,
    stop: async () => {
      await poller.stop()
      await Promise.all(working)
    },
  }
}
