import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { QueueDefinition } from '../../local/definitions.ts'
import { makeEmbeddedQueues } from './embedded-queues.ts'

/** What a test does with the queues of its file, besides sending to them. */
export interface TestQueues {
  /** Receives up to ten messages. */
  receive(queue: string): Promise<Message[]>
  delete(queue: string, receipt: string | undefined): Promise<void>
  /** Lets a received message be received again at once. */
  giveBack(queue: string, receipt: string | undefined): Promise<void>
}

/** Calls the queues of a server. */
export const makeServedQueues = (): TestQueues => {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false })
  const urls = new Map<string, string>()
  const findUrl = async (QueueName: string) => {
    const url = urls.get(QueueName) ?? (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? ''
    urls.set(QueueName, url)
    return url
  }
  return {
    async receive(queue) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: await findUrl(queue),
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      )
      return Messages
    },
    async delete(queue, ReceiptHandle) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: await findUrl(queue), ReceiptHandle }))
    },
    async giveBack(queue, ReceiptHandle) {
      const QueueUrl = await findUrl(queue)
      await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    },
  }
}

let queues: TestQueues | undefined

/** Gives this file queues of its own in the memory of its process. */
export const embedQueues = (definitions: readonly QueueDefinition[]): ReturnType<typeof makeEmbeddedQueues> => {
  const embedded = makeEmbeddedQueues(definitions)
  queues = embedded
  return embedded
}

/** Returns the queues of this file. */
export const testQueues = (): TestQueues => {
  queues ??= makeServedQueues()
  return queues
}
