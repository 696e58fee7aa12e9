import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'

const BATCH = 10

/** Puts what a queue's worker gave up back into the queue; what comes twice is no harm to any worker. */
export const replayDead = async (queue: string): Promise<number> => {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false })
  const urlOf = async (QueueName: string) => (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl
  const [from, to] = [await urlOf(`${queue}-dead`), await urlOf(queue)]
  for (let replayed = 0; ; ) {
    const asked = new ReceiveMessageCommand({ QueueUrl: from, MaxNumberOfMessages: BATCH, WaitTimeSeconds: 1 })
    const { Messages = [] } = await client.send(asked)
    if (!Messages.length) return replayed
    const bodies = Messages.map(({ Body }, i) => ({ Id: String(i), MessageBody: Body }))
    const { Successful = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: to, Entries: bodies }))
    const sent = Successful.map(({ Id }) => ({ Id, ReceiptHandle: Messages[Number(Id)]?.ReceiptHandle }))
    if (!sent.length) throw new Error(`${queue} takes no messages.`)
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries: sent }))
    replayed += sent.length
  }
}
