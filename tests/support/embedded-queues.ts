import { randomUUID } from 'node:crypto'
import type { Message } from '@aws-sdk/client-sqs'
import type { Queues } from '../../lib/platform/queue/queue.ts'
import type { QueueDefinition } from '../../local/definitions.ts'

interface Kept {
  id: string
  body: string
  sentAt: number
  firstReceivedAt?: number
  receives: number
  /** Time before which nobody receives it. */
  hiddenUntil: number
  receipt?: string
}

/** What SQS takes if the definition says nothing. */
const VISIBILITY_SECONDS = 30
const MAX_RECEIVED = 10

/** Returns queues in the memory of this process that hide, repeat and give up messages as those of SQS do. */
export const makeEmbeddedQueues = (definitions: readonly QueueDefinition[], now = () => Date.now()) => {
  const queues = new Map(definitions.map((definition) => [definition.name, { definition, messages: [] as Kept[] }]))

  const find = (name: string) => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`The queue ${name} does not exist.`)
    return queue
  }

  const describe = (message: Kept): Message => ({
    MessageId: message.id,
    Body: message.body,
    ReceiptHandle: message.receipt,
    Attributes: {
      SentTimestamp: String(message.sentAt),
      ApproximateReceiveCount: String(message.receives),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    },
  })

  const isVisible = ({ hiddenUntil }: Kept) => hiddenUntil <= now()

  const findReceived = (name: string, receipt: string | undefined) =>
    find(name).messages.find((message) => message.receipt !== undefined && message.receipt === receipt)

  return {
    async send(name, messages) {
      const { messages: kept } = find(name)
      for (const { body, delaySeconds = 0 } of messages)
        kept.push({ id: randomUUID(), body, sentAt: now(), receives: 0, hiddenUntil: now() + delaySeconds * 1000 })
      return new Set<string>()
    },

    /** Receives up to ten messages; those that were received too often go to the dead-letter queue instead. */
    async receive(name: string): Promise<Message[]> {
      const { definition, messages } = find(name)
      const { dead, visibilitySeconds = VISIBILITY_SECONDS } = definition
      const received: Kept[] = []
      for (const message of messages.filter(isVisible)) {
        if (received.length === MAX_RECEIVED) break
        if (dead && message.receives >= dead.maxReceives) {
          messages.splice(messages.indexOf(message), 1)
          find(dead.name).messages.push({ ...message, hiddenUntil: 0 })
          continue
        }
        message.receives += 1
        message.firstReceivedAt ??= now()
        message.hiddenUntil = now() + visibilitySeconds * 1000
        message.receipt = randomUUID()
        received.push(message)
      }
      return received.map(describe)
    },

    async delete(name: string, receipt: string | undefined): Promise<void> {
      const { messages } = find(name)
      const message = findReceived(name, receipt)
      if (message) messages.splice(messages.indexOf(message), 1)
    },

    /** Lets a received message be received again at once. */
    async giveBack(name: string, receipt: string | undefined): Promise<void> {
      const message = findReceived(name, receipt)
      if (message) message.hiddenUntil = 0
    },
  } satisfies Queues & Record<string, unknown>
}
