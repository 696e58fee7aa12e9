import { makeOnce } from '../make-once.ts'

export interface Message {
  id: string
  body: string
}

export interface Queues {
  /** Sends up to any number of messages; resolves with the ids of those that the queue did not take. */
  send(queue: string, messages: readonly Message[]): Promise<Set<string>>
}

const BATCH = 10

/** SQS; its client is loaded at the first message. */
export const createSqsQueues = (): Queues => {
  const loaded = makeOnce(async () => {
    const sqs = await import('@aws-sdk/client-sqs')
    // A queue's URL names a host that local stand-ins cannot be reached under, so the client's own endpoint counts.
    return { ...sqs, client: new sqs.SQSClient({ useQueueUrlAsEndpoint: false }) }
  })
  const urls = new Map<string, Promise<string>>()
  const findQueueUrl = (queue: string) => {
    const known = urls.get(queue) ?? lookUp(queue)
    urls.set(queue, known)
    known.catch(() => urls.delete(queue))
    return known
  }
  const lookUp = async (QueueName: string) => {
    const { client, GetQueueUrlCommand } = await loaded()
    return (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl as string
  }

  return {
    async send(queue, messages) {
      const { client, SendMessageBatchCommand } = await loaded()
      const QueueUrl = await findQueueUrl(queue)
      const failed = new Set<string>()
      for (let start = 0; start < messages.length; start += BATCH) {
        const batch = messages.slice(start, start + BATCH)
        const Entries = batch.map(({ body }, i) => ({ Id: String(i), MessageBody: body }))
        const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
        for (const { Id } of sent.Failed ?? []) failed.add((batch[Number(Id)] as Message).id)
      }
      return failed
    },
  }
}
