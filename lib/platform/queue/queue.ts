import { makeOnce } from '../make-once.ts'
import { CALL_LIMITS } from '../outbound/call-limits.ts'

export interface Message {
  id: string
  body: string
  /** Time for which the queue keeps the message back, at most 900. */
  delaySeconds?: number
}

export interface Queues {
  /** Sends any number of messages; resolves with the ids of those that the queue did not accept. */
  send(queue: string, messages: readonly Message[]): Promise<Set<string>>
}

const BATCH_SIZE = 10

/** Uses SQS; the client is loaded with the first message. */
export const createSqsQueues = (): Queues => {
  const loaded = makeOnce(async () => {
    const sqs = await import('@aws-sdk/client-sqs')
    // The host in a queue's URL is not reachable with local stand-ins, so the client's own endpoint is used.
    return { ...sqs, client: new sqs.SQSClient({ ...CALL_LIMITS, useQueueUrlAsEndpoint: false }) }
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
      for (let start = 0; start < messages.length; start += BATCH_SIZE) {
        const batch = messages.slice(start, start + BATCH_SIZE)
        const Entries = batch.map(({ body, delaySeconds }, i) => ({
          Id: String(i),
          MessageBody: body,
          ...(delaySeconds && { DelaySeconds: delaySeconds }),
        }))
        const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
        for (const { id } of (sent.Failed ?? []).flatMap(({ Id }) => batch[Number(Id)] ?? [])) failed.add(id)
      }
      return failed
    },
  }
}

let open = createSqsQueues

/** Opens the queues, in SQS unless the process keeps them elsewhere. */
export const openQueues = (): Queues => open()

/** Lets a process on one machine keep its queues elsewhere; the rest of the platform does not know. */
export const openQueuesBy = (other: () => Queues): void => {
  open = other
}
