import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'

const BATCH_SIZE = 10

/** Moves the messages of a queue's dead-letter queue back to the queue. Workers tolerate repeated messages. */
export const replayDead = async (queue: string): Promise<number> => {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false })
  const findUrl = async (QueueName: string) => (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl
  const [from, to] = [await findUrl(`${queue}-dead`), await findUrl(queue)]
  for (let replayed = 0; ; ) {
    const receive = new ReceiveMessageCommand({ QueueUrl: from, MaxNumberOfMessages: BATCH_SIZE, WaitTimeSeconds: 1 })
    const { Messages = [] } = await client.send(receive)
    if (!Messages.length) return replayed
    const bodies = Messages.map(({ Body }, i) => ({ Id: String(i), MessageBody: Body }))
    const { Successful = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: to, Entries: bodies }))
    const sent = Successful.map(({ Id }) => ({ Id, ReceiptHandle: Messages[Number(Id)]?.ReceiptHandle }))
    if (!sent.length) throw new Error(`The queue ${queue} accepts no messages.`)
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries: sent }))
    replayed += sent.length
  }
}
