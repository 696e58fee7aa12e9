import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { QueueWorker } from '../definitions.ts'
import { failedIds, type Invoke, Unreachable } from './invoke.ts'
import { type Poller, startPoller } from './poller.ts'

const MAX_BACKOFF_SECONDS = 5
/** The local database does one thing at a time: whoever waits for an answer is not to stand behind a whole batch. */
const MAX_AT_ONCE = 3

/** The event that the platform hands to a function for messages of a queue. */
export const queueEvent = (messages: Message[], queue: string, region: string) => ({
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

const entries = (messages: Message[]) =>
  messages.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle }))

const backoffSeconds = ({ Attributes }: Message) =>
  Math.min(MAX_BACKOFF_SECONDS, Math.max(1, Number(Attributes?.ApproximateReceiveCount ?? 1)))

/** Feeds a queue to its function: what succeeded is deleted, what failed comes again after a short pause. */
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

  const handled = async (messages: Message[]) => {
    try {
      const failed = failedIds(await invoke(name, queueEvent(messages, queue, region)))
      return messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''))
    } catch (error) {
      report(error instanceof Unreachable ? `${name} cannot be reached: ${error.message}` : (error as Error).message)
      return []
    }
  }

  return startPoller(
    name,
    async ({ idle, killed }) => {
      QueueUrl ??= (await client.send(new GetQueueUrlCommand({ QueueName: queue }), { abortSignal: idle })).QueueUrl
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(batchSize, MAX_AT_ONCE),
          WaitTimeSeconds: 20,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: idle },
      )
      if (!Messages.length) return
      const done = await handled(Messages)
      if (killed.aborted) return
      const left = Messages.filter((message) => !done.includes(message))
      if (done.length) {
        await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: entries(done) }), { abortSignal: killed })
      }
      if (left.length) {
        const Entries = entries(left).map((entry, place) => ({
          ...entry,
          VisibilityTimeout: backoffSeconds(left[place] as Message),
        }))
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }), { abortSignal: killed })
      }
    },
    report,
  )
}
