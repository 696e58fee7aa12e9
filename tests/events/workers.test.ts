import { GetQueueUrlCommand, PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, test } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { handler as onEvent } from '../../functions/events/on-event.ts'
import { handler as onTableChange } from '../../functions/events/on-table-change.ts'
import { handler as onDelivery } from '../../functions/notification/on-delivery.ts'
import { type App, app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { getDuePartition } from '../../lib/platform/store/table/due.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aTenantOf, listOf } from '../notification/members.ts'
import { aPartner } from '../support/builders.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'

const sqs = new SQSClient({ useQueueUrlAsEndpoint: false })
const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl

const message = (messageId: string, body: unknown) => ({
  messageId,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  attributes: {},
})

const record = (SequenceNumber: string, NewImage: unknown) => ({
  eventID: SequenceNumber,
  dynamodb: { SequenceNumber, NewImage },
})

const image = (kind: string) => ({ kind: { S: kind }, pk: { S: 'T#X#outbox' }, sk: { S: newId(new Date()) } })

const later = (minutes: number) =>
  useApp({ ...makeApp(readConfig()), clock: () => new Date(Date.now() + minutes * 60_000) })

const messagesIn = async (queue: string) => {
  const QueueUrl = await urlOf(queue)
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1 }),
  )
  return Messages
}

afterEach(() => useApp(undefined))

describe('a message that no worker can handle', () => {
  const UNFIT = ['no json', '{}', { kind: 'other', pk: 'a', sk: 'b' }, { kind: 'outbox', pk: 7, sk: 'b' }, []]

  test.each([
    ['events', onEvent],
    ['deliveries', onDelivery],
  ])('fails alone among others in the queue of %s', async (_queue, handler) => {
    const [owner] = await aTenantOf(['owner'])
    await aPartner(owner)
    const [event] = await app().db.query({ pk: partition(owner.tenant, 'outbox') })
    const fit = { kind: 'outbox', pk: event?.pk, sk: event?.sk }
    const Records = [
      message('first', fit),
      ...UNFIT.map((body, i) => message(`unfit-${i}`, body)),
      message('last', fit),
    ]
    const { batchItemFailures } = await handler({ Records } as SQSEvent)
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(UNFIT.map((_, i) => `unfit-${i}`))
  })

  test('in the stream does not delay earlier records, and the stream repeats from it on', async () => {
    const Records = [
      record('1', image('outbox')),
      record('2', { kind: { S: 'outbox' } }),
      record('3', image('delivery')),
    ]
    const answer = await onTableChange({ Records } as DynamoDBStreamEvent)
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
    await drainEvents()
  })

  test('about a missing item counts as handled', async () => {
    const nothing = { kind: 'outbox', pk: partition(newId(new Date()), 'outbox'), sk: newId(new Date()) }
    expect(await onEvent({ Records: [message('a', nothing)] } as SQSEvent)).toEqual({ batchItemFailures: [] })
    expect(await onDelivery({ Records: [message('a', nothing)] } as SQSEvent)).toEqual({ batchItemFailures: [] })
  })
})

test('sends a poison event to the dead-letter queue and handles the others', async () => {
  const [owner] = await aTenantOf(['owner'])
  const id = newId(new Date())
  const poison = { kind: 'outbox', pk: partition(owner.tenant, 'outbox'), sk: id, topic: 'no.such.topic' }
  await app().db.put({ put: { ...poison, tenant: owner.tenant, occurredAt: new Date().toISOString() } })
  await aPartner(owner)
  await drainEvents()
  expect((await listOf(owner)).totalItems).toBe(1)
  const dead = await messagesIn(`${readConfig().eventsQueue}-dead`)
  expect(dead.map(({ Body = '' }) => JSON.parse(Body).sk)).toEqual([id])
})

describe('an item whose message was lost', () => {
  const emptied = async (queue: string) => {
    await sqs.send(new PurgeQueueCommand({ QueueUrl: await urlOf(queue) }))
  }

  test('is left alone while its message may still arrive', async () => {
    const [owner] = await aTenantOf(['owner'])
    await aPartner(owner)
    later(1)
    await redrive({})
    expect(await messagesIn(readConfig().eventsQueue)).toEqual([])
    useApp(undefined)
    await drainEvents()
  })

  test.each(['eventsQueue', 'deliveriesQueue'] as const)(
    'is found and delivered once after the %s was emptied',
    async (queue) => {
      const everybody = await aTenantOf(['owner', 'viewer'])
      const [owner] = everybody
      await aPartner(owner)
      const usual = makeApp(readConfig())
      useApp({
        ...usual,
        queues: {
          send: (to, messages) =>
            to === readConfig()[queue] ? Promise.resolve(new Set()) : usual.queues.send(to, messages),
        },
      })
      await drainEvents()
      const countMails = () =>
        Promise.all(
          everybody.map(async ({ identity }) => (await mailsTo(`${identity}@example.com`.toLowerCase())).length),
        )
      expect(await countMails()).toEqual([0, 0])
      await emptied(readConfig()[queue])
      for (const minutes of [3, 6, 9]) {
        later(minutes)
        await redrive({})
        await drainEvents()
      }
      expect(await countMails()).toEqual([1, 1])
      for (const member of everybody) expect((await listOf(member)).totalItems).toBe(1)
    },
  )

  test('is found at once if the queues are known to have lost it, unless it waits for a planned time', async () => {
    const [owner] = await aTenantOf(['owner'])
    await drainEvents()
    const now = new Date()
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now }, async (unit) => {
      unit.schedule('iam.tenant.rename', { tenant: owner.tenant }, new Date(now.getTime() + 3_600_000))
      unit.schedule('iam.tenant.rename', { tenant: owner.tenant })
    })
    await aPartner(owner)
    const sent: string[] = []
    const queues: App['queues'] = {
      async send(_queue, messages) {
        sent.push(...messages.map(({ body }) => JSON.parse(body).pk))
        return new Set()
      },
    }
    const useLossy = () => useApp({ ...makeApp(readConfig()), queues })
    const expected = [partition(owner.tenant, 'outbox'), 'T#PLATFORM#task'].sort()
    useLossy()
    await redrive({})
    expect(sent).toEqual([])
    // The second time, they are due two minutes later, and the messages were lost again.
    for (const _ of [1, 2]) {
      await redrive({ isQueueLost: true })
      expect(sent.splice(0).sort()).toEqual(expected)
    }
    useApp(undefined)
    await drainEvents()
  })

  test('is one message for all deliveries that wait for one webhook endpoint', async () => {
    const { db } = app()
    const [tenant, at] = [newId(new Date()), new Date(Date.now() - 60_000)]
    const [one, other] = ['one', 'other'].map((endpoint) => `T#${tenant}#waiting#${endpoint}`)
    const keys = [one, one, other].map((pk) => ({ pk: pk as string, sk: newId(at) }))
    for (const key of keys)
      await db.put({ put: { ...key, duePk: getDuePartition('webhook', key.sk), dueSk: at.toISOString() } })
    const sent: string[] = []
    const queues: App['queues'] = {
      async send(_queue, messages) {
        sent.push(...messages.map(({ body }) => JSON.parse(body).pk))
        return new Set()
      },
    }
    useApp({ ...makeApp(readConfig()), queues })
    await redrive({})
    useApp(undefined)
    expect(sent.filter((pk) => pk.startsWith(`T#${tenant}#`)).sort()).toEqual([one, other])
    for (const key of keys) {
      expect(String((await db.get(key))?.dueSk) > at.toISOString()).toBe(true)
      await db.transact([{ delete: key }])
    }
  })

  test('is sent again at growing intervals while it stays unhandled', async () => {
    const { eventsQueue } = readConfig()
    const [owner] = await aTenantOf(['owner'])
    await aPartner(owner)
    const usual = makeApp(readConfig())
    let sent = 0
    const lossy = {
      async send(queue: string) {
        if (queue === eventsQueue) sent++
        return new Set<string>()
      },
    }
    const minutesOf: number[] = []
    for (let minutes = 3; minutes <= 240; minutes += 6) {
      const before = sent
      useApp({ ...usual, queues: lossy, clock: () => new Date(Date.now() + minutes * 60_000) })
      await redrive({})
      if (sent > before) minutesOf.push(minutes)
    }
    expect(minutesOf.length).toBeGreaterThan(3)
    expect(minutesOf.length).toBeLessThan(10)
    useApp(undefined)
    await drainEvents()
  })
})
