import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDefinitions } from '../../local/definitions.ts'
import { type Invoke, Unreachable } from '../../local/pollers/invoke.ts'
import type { Poller } from '../../local/pollers/poller.ts'
import { openStream } from '../../local/pollers/stream.ts'
import { startStreamPoller } from '../../local/pollers/stream-poller.ts'
import type { OpenStream } from '../../local/pollers/stream-record.ts'
import { createResources } from '../../local/resources.ts'
import { waitFor } from '../../local/wait.ts'
import { ownFolder } from '../support/folder.ts'

interface Got {
  eventName: string
  dynamodb: { SequenceNumber: string; NewImage: { sk: { S: string }; bytes: { B: string } } }
}

const region = 'eu-central-1'
const dynamo = new DynamoDBClient({ region })
const started: Poller[] = []
let definitions: ReturnType<typeof readDefinitions>
let checkpoint: string
let count = 0

beforeEach(async () => {
  count += 1
  const TABLE_NAME = `${process.env.TABLE_NAME}-stream-${count}`
  definitions = readDefinitions({ env: { ...process.env, TABLE_NAME } })
  await createResources({ ...definitions, queues: [], buckets: [], keyAliases: [] }, region)
  checkpoint = join(await ownFolder(), 'stream.json')
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((poller) => poller.stop()))
})

const put = (id: string, kind = 'outbox') =>
  dynamo.send(
    new PutItemCommand({
      TableName: definitions.environment.TABLE_NAME,
      Item: { pk: { S: 'a' }, sk: { S: id }, kind: { S: kind }, bytes: { B: Buffer.from('hi') } },
    }),
  )
const idOf = ({ dynamodb }: Got) => dynamodb.NewImage.sk.S
const poll = (answer: (records: Got[]) => unknown, { retries = 2 } = {}) => {
  const invoke: Invoke = async (_, event) => answer((event as { Records: Got[] }).Records)
  const [worker] = definitions.streamWorkers
  if (!worker) throw new Error('no function works on the stream')
  const open: OpenStream = (table, from) => openStream({ table, region, from })
  const poller = startStreamPoller({ worker: { ...worker, retries }, checkpoint, openStream: open, invoke, region })
  started.push(poller)
  return poller
}
const collected = (into: string[]) => (records: Got[]) => void into.push(...records.map(idOf))
const deadLetter = async () => {
  const QueueName = definitions.streamWorkers[0]?.deadQueue
  const sqs = new SQSClient({ region, useQueueUrlAsEndpoint: false })
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
  return JSON.parse(Messages?.[0]?.Body ?? '{}')
}

describe('the stream poller', () => {
  test('sends the inserts that match the filter to the function, in order, like AWS', async () => {
    const got: Got[] = []
    await put('1')
    await put('2', 'invoice')
    await put('3')
    await put('3', 'outbox')
    poll((records) => void got.push(...records))
    await waitFor('both records', async () => got.length >= 2)
    expect(got.map(idOf)).toEqual(['1', '3'])
    expect(got[0]).toMatchObject({ eventName: 'INSERT', dynamodb: { NewImage: { bytes: { B: 'aGk=' } } } })
  })

  test('continues at its checkpoint after a restart', async () => {
    const before: string[] = []
    await put('1')
    const first = poll(collected(before))
    await waitFor('the first record', async () => before.length === 1)
    await first.stop()
    await put('2')
    const after: string[] = []
    poll(collected(after))
    await waitFor('the second record', async () => after.length > 0)
    expect(after).toEqual(['2'])
  })

  test('repeats a batch after it was killed before the batch was handled', async () => {
    await put('1')
    await new Promise<void>((resolve) => {
      const first = poll(() => {
        first.kill()
        resolve()
      })
    })
    const after: string[] = []
    poll(collected(after))
    await waitFor('the record again', async () => after.length > 0)
    expect(after).toEqual(['1'])
  })

  test('retries from the failed record and skips it when its retries are used up', async () => {
    for (const id of ['1', 'bad', '3']) await put(id)
    const got: string[] = []
    let badSequence = ''
    poll((records) => {
      got.push(...records.map(idOf))
      const bad = records.find((record) => idOf(record) === 'bad')?.dynamodb.SequenceNumber
      badSequence = bad ?? badSequence
      return { batchItemFailures: bad ? [{ itemIdentifier: bad }] : [] }
    })
    await waitFor('the record behind it alone', async () => got.at(-1) === '3' && got.at(-2) !== 'bad')
    expect(got.filter((id) => id === '1')).toHaveLength(1)
    expect((await deadLetter()).DDBStreamBatchInfo.startSequenceNumber).toBe(badSequence)
  })

  test('finds the one record that makes the worker throw and handles the others', async () => {
    for (const id of ['1', '2', 'bad', '4']) await put(id)
    const through: string[] = []
    poll(
      (records) => {
        if (records.some((record) => idOf(record) === 'bad')) throw new Error('thrown')
        collected(through)(records)
      },
      { retries: 4 },
    )
    await waitFor('the record behind it', async () => through.includes('4'))
    expect(through).toEqual(['1', '2', '4'])
  })

  test('counts no retries while the worker cannot be reached', async () => {
    await put('1')
    let asked = 0
    const got: string[] = []
    poll(
      (records) => {
        asked += 1
        if (asked < 3) throw new Unreachable('refused')
        collected(got)(records)
      },
      { retries: 0 },
    )
    await waitFor('the record', async () => got.length > 0)
    expect(got).toEqual(['1'])
  })
})
