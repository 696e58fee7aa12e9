import { randomUUID } from 'node:crypto'
import { GetQueueAttributesCommand, GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, test } from 'vitest'
import type { Invoke } from '../../local/pollers/invoke.ts'
import type { Poller } from '../../local/pollers/poller.ts'
import { startQueuePoller } from '../../local/pollers/queue-poller.ts'
import { createResources } from '../../local/resources.ts'
import { waitFor } from '../../local/wait.ts'

const region = 'eu-central-1'
const sqs = new SQSClient({ region, useQueueUrlAsEndpoint: false })
const started: Poller[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((poller) => poller.stop()))
})

interface Got {
  messageId: string
  body: string
  messageAttributes: Record<string, unknown>
  eventSourceARN: string
}

const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl
const send = async (queue: string, MessageBody: string) => {
  const MessageAttributes = { topic: { DataType: 'String', StringValue: 'a.b' } }
  await sqs.send(new SendMessageCommand({ QueueUrl: await urlOf(queue), MessageBody, MessageAttributes }))
}
const depth = async (queue: string) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: await urlOf(queue), AttributeNames: ['All'] }),
  )
  const of = (name: '' | 'NotVisible' | 'Delayed') => Number(Attributes?.[`ApproximateNumberOfMessages${name}`] ?? 0)
  return of('') + of('NotVisible') + of('Delayed')
}

const aQueue = async ({ maxReceives = 5, visibilitySeconds = 30 } = {}) => {
  const name = `poller-${randomUUID()}`
  const queues = [{ name: `${name}-dead` }, { name, visibilitySeconds, dead: { name: `${name}-dead`, maxReceives } }]
  await createResources({ tables: [], buckets: [], keyAliases: [], queues }, region)
  return name
}
const poll = (queue: string, answer: (records: Got[]) => unknown) => {
  const invoke: Invoke = async (_, event) => answer((event as { Records: Got[] }).Records)
  const poller = startQueuePoller({
    worker: { name: 'worker', source: 'none.ts', queue, batchSize: 10 },
    invoke,
    region,
  })
  started.push(poller)
  return poller
}

describe('the queue poller', () => {
  test('sends a message to the function like AWS and deletes it', async () => {
    const queue = await aQueue()
    const got: Got[] = []
    await send(queue, 'hello')
    poll(queue, (records) => void got.push(...records))
    await waitFor('an empty queue', async () => got.length === 1 && (await depth(queue)) === 0)
    expect(got[0]).toMatchObject({
      body: 'hello',
      eventSourceARN: `arn:aws:sqs:${region}:000000000000:${queue}`,
      messageAttributes: { topic: { dataType: 'String', stringValue: 'a.b' } },
    })
  })

  test('repeats only messages that a worker reports as failed, up to the maximum number of receives', async () => {
    const queue = await aQueue({ maxReceives: 2 })
    const got: string[] = []
    await Promise.all(['good', 'bad'].map((body) => send(queue, body)))
    poll(queue, (records) => {
      got.push(...records.map(({ body }) => body))
      const failed = records.filter(({ body }) => body === 'bad')
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    })
    await waitFor('the dead letter', async () => (await depth(`${queue}-dead`)) === 1)
    expect(await depth(queue)).toBe(0)
    expect(got.toSorted()).toEqual(['bad', 'bad', 'good'])
  })

  test('takes the next messages while a function waits for somebody, and ends once it has them all', async () => {
    const queue = await aQueue()
    const got: string[] = []
    const fast = Promise.withResolvers<void>()
    const poller = poll(queue, async (records) => {
      got.push(...records.map(({ body }) => body))
      if (got.at(-1) === 'fast') fast.resolve()
      await fast.promise
    })
    await send(queue, 'slow')
    await waitFor('the slow message', async () => got.includes('slow'))
    await send(queue, 'fast')
    await fast.promise
    await poller.stop()
    expect(await depth(queue)).toBe(0)
  })

  test('has at most eight batches at work at once', async () => {
    const queue = await aQueue()
    let [atWork, most] = [0, 0]
    const full = Promise.withResolvers<void>()
    poll(queue, async () => {
      most = Math.max(most, ++atWork)
      if (atWork === 8) full.resolve()
      await full.promise
      atWork--
    })
    for (let i = 0; i < 36; i++) await send(queue, String(i))
    await full.promise
    await waitFor('an empty queue', async () => (await depth(queue)) === 0)
    expect(most).toBe(8)
  })

  test('loses no message when it is killed in the middle of a batch', async () => {
    const queue = await aQueue({ visibilitySeconds: 1 })
    await send(queue, 'hello')
    const inFlight = new Promise<void>((resolve) => {
      const first = poll(queue, () => {
        first.kill()
        resolve()
      })
    })
    await inFlight
    const got: string[] = []
    poll(queue, (records) => void got.push(...records.map(({ body }) => body)))
    await waitFor('the message again', async () => got.length > 0)
    expect(got).toEqual(['hello'])
  })
})
