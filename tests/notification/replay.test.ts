import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, test } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { OutboundRequest } from '../../lib/platform/outbound/outbound.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { commands } from '../../operator/commands.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf } from './members.ts'

const TOPIC = 'partner.partner.created'

const posts: OutboundRequest[] = []
/** Response of the Slack webhook. */
const answering = (status: number, headers: Record<string, string> = {}) => {
  const send = async (request: OutboundRequest) => {
    posts.push(request)
    return { status, headers, body: Buffer.alloc(0) }
  }
  useApp({ ...app(), outbound: { send } })
}
const run = (words: string, ...args: string[]) => commands[words]?.(args)

const aTenantWithSlack = async () => {
  const [owner] = await aTenantOf(['owner'])
  await owner.patch('/api/notification/policy', { entries: [{ type: TOPIC, channel: 'slack', enabled: true }] })
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'notifications.slackWebhookUrl', value: 'https://receiver.example.com/' }],
  })
  return owner
}
const slackDeliveriesOf = async ({ tenant }: Member) =>
  (await app().db.query({ pk: partition(tenant, 'delivery') })).filter(({ channel }) => channel === 'slack')

afterEach(() => {
  posts.length = 0
  useApp(undefined)
})

describe('the operator', () => {
  test('lists failed deliveries and retries them', async () => {
    const owner = await aTenantWithSlack()
    answering(410)
    await aPartner(owner)
    await drainEvents()
    const [{ sk = '' } = {}] = await slackDeliveriesOf(owner)
    expect(await run('delivery failed', owner.tenant)).toMatch(new RegExp(`^${sk}  \\S+Z  slack  TARGET_GONE$`))
    expect(await run('delivery failed', (await aTenantWithSlack()).tenant)).toBe('None.')
    answering(200)
    expect(await run('delivery retry', owner.tenant, 'another')).toMatch(/: 0\.$/)
    expect(await run('delivery retry', owner.tenant)).toMatch(/: 1\.$/)
    expect(await run('delivery retry', owner.tenant)).toMatch(/: 0\.$/)
    await redrive({})
    await drainEvents()
    expect(await slackDeliveriesOf(owner)).toMatchObject([{ status: 'done' }])
    expect(posts).toHaveLength(2)
    await expect(run('delivery failed', 'somebody')).rejects.toThrow('Give the id of a tenant')
  })

  test('returns the messages of the dead-letter queues', async () => {
    const owner = await aTenantWithSlack()
    answering(200)
    await aPartner(owner)
    const { db, config } = app()
    const sqs = new SQSClient({ useQueueUrlAsEndpoint: false })
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: `${config.eventsQueue}-dead` }))
    const [event] = await db.query({ pk: partition(owner.tenant, 'outbox') })
    const { queues } = app()
    // The normal path loses the message.
    useApp({ ...app(), queues: { send: async () => new Set() } })
    await drainEvents()
    useApp({ ...app(), queues })
    const MessageBody = JSON.stringify({ kind: 'outbox', pk: event?.pk, sk: event?.sk })
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    expect(await run('queue replay')).toBe('Messages put back: 1 of events, 0 of deliveries, 0 of webhooks.')
    expect(await run('queue replay')).toBe('Messages put back: 0 of events, 0 of deliveries, 0 of webhooks.')
    await drainEvents()
    expect(await slackDeliveriesOf(owner)).toMatchObject([{ status: 'done' }])
  })
})

describe('a receiver with a Retry-After header', () => {
  test.each([
    ['by an hour', '3600', 60],
    ['by the usual wait at least', '5', 1],
    ['by half a day at most', '31536000', 12 * 60],
    ['by the usual wait after an unreadable header', 'soon', 1],
  ])('delays the next try %s', async (_, asked, minutes) => {
    const owner = await aTenantWithSlack()
    const now = new Date()
    useApp({ ...app(), clock: () => now })
    answering(503, { 'retry-after': asked })
    await aPartner(owner)
    await drainEvents()
    const dueSk = new Date(now.getTime() + minutes * 60_000).toISOString()
    expect(await slackDeliveriesOf(owner)).toMatchObject([{ status: 'due', reason: 'status 503', dueSk }])
  })
})
