import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { aBrowser, startReceiver } from '../support/receiver.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, listOf } from './members.ts'

const TOPIC = 'partner.partner.created'
const PUBLIC = 'https://hooks.entrepot-receiver.net'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const receiver = await startReceiver()
afterAll(receiver.stop)

beforeEach(() => {
  receiver.reset()
  useApp(undefined)
  const outbound = makeOutbound({ allowPrivate: true })
  // The tenant's public address leads to the receiver of this test.
  const send: typeof outbound.send = (request) =>
    outbound.send({ ...request, url: request.url.replace(PUBLIC, receiver.url) })
  useApp({ ...app(), outbound: { send } })
})

const open = (owner: Member, ...channels: string[]) =>
  owner.patch('/api/notification/policy', {
    entries: channels.map((channel) => ({ type: TOPIC, channel, enabled: true })),
  })
const set = async (owner: Member, key: string, value: string) => {
  const { status } = await owner.put('/api/configuration/settings/bulk', { settings: [{ key, value }] })
  expect(status).toBe(204)
}
const subscribe = async (member: Member, path: string) => {
  const browser = aBrowser()
  const endpoint = `${PUBLIC}${path}`
  const given = { endpoint, ...browser.keys }
  expect((await member.post('/api/notification/push-subscriptions', given)).status).toBe(201)
  return { ...browser, path }
}
const subscriptions = async (member: Member) =>
  (await member.get('/api/notification/push-subscriptions')).body.totalItems
const deliveries = async ({ tenant }: Member, by: string) =>
  (await app().db.query({ pk: partition(tenant, 'delivery') })).filter(({ channel }) => channel === by)
const laterBy = (minutes: number) => {
  const { clock } = app()
  const at = clock()
  useApp({ ...app(), clock: () => new Date(at.getTime() + minutes * 60_000) })
}

describe('the channels of a tenant', () => {
  test('receive an event once, however many members are notified', async () => {
    const [owner, other] = await aTenantOf(['owner', 'finance'])
    await open(owner, 'webhook', 'slack')
    await set(owner, 'notifications.webhookUrl', `${PUBLIC}/webhook`)
    await set(owner, 'notifications.webhookSecret', SECRET)
    await set(owner, 'notifications.slackWebhookUrl', `${PUBLIC}/slack`)
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents({ duplicate: true })
    expect(await Promise.all([owner, other].map(async (member) => (await listOf(member)).totalItems))).toEqual([1, 1])

    const [webhook, ...more] = receiver.at('/webhook')
    expect(more).toEqual([])
    const payload = new Webhook(SECRET).verify(String(webhook?.body), webhook?.headers as Record<string, string>)
    expect(payload).toMatchObject({
      type: TOPIC,
      data: {
        title: 'New partner',
        details: { partnerName: 'Nordlicht' },
        subject: expect.stringContaining(partner.id),
      },
    })
    const slack = receiver.at('/slack').map(({ body }) => JSON.parse(String(body)).text)
    expect(slack).toEqual(['New partner: Nordlicht was added as a partner.'])
  })

  test('receive nothing if the policy does not enable them', async () => {
    const [owner] = await aTenantOf(['owner'])
    await set(owner, 'notifications.webhookUrl', `${PUBLIC}/webhook`)
    await aPartner(owner)
    await drainEvents()
    expect(receiver.received).toEqual([])
  })

  test('are retried under the same id after a failure, and are given up once they are gone', async () => {
    const [owner] = await aTenantOf(['owner'])
    await open(owner, 'webhook', 'slack')
    await set(owner, 'notifications.webhookUrl', `${PUBLIC}/webhook`)
    await set(owner, 'notifications.slackWebhookUrl', `${PUBLIC}/slack`)
    receiver.answer(503, '/webhook')
    receiver.answer(404, '/slack')
    await aPartner(owner)
    await drainEvents()
    expect(receiver.at('/webhook')).toHaveLength(1)
    expect(await deliveries(owner, 'slack')).toMatchObject([{ status: 'failed', reason: 'TARGET_GONE' }])
    receiver.answer(200, '/webhook')
    laterBy(3)
    await redrive({})
    await drainEvents()
    const ids = receiver.at('/webhook').map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    expect(receiver.at('/slack')).toHaveLength(1)
  })

  test('get no webhook, and fail with a reason in Slack, if they are not configured', async () => {
    const [owner] = await aTenantOf(['owner'])
    await open(owner, 'webhook', 'slack')
    await aPartner(owner)
    await drainEvents()
    expect(await deliveries(owner, 'slack')).toMatchObject([{ status: 'failed', reason: 'NO_ADDRESS' }])
    expect(receiver.received).toEqual([])
  })
})

describe('the browsers of a member', () => {
  test('each receive a message once, and can decrypt it', async () => {
    const [owner, other] = await aTenantOf(['owner', 'finance'])
    await open(owner, 'push')
    const browsers = [
      await subscribe(owner, '/phone'),
      await subscribe(owner, '/desk'),
      await subscribe(other, '/other'),
    ]
    await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents({ duplicate: true })
    const { publicKey } = (await other.get('/api/notification/push-subscriptions/key')).body
    for (const { path, read } of browsers) {
      const [message, ...more] = receiver.at(path)
      expect(more).toEqual([])
      expect(message?.headers.authorization).toContain(`k=${publicKey}`)
      expect(read(message as never)).toMatchObject({ topic: TOPIC, message: 'Nordlicht was added as a partner.' })
    }
  })

  test('are forgotten once their push service no longer knows them, and the others receive no message twice', async () => {
    const [owner] = await aTenantOf(['owner'])
    await open(owner, 'push')
    for (const path of ['/kept', '/gone', '/slow']) await subscribe(owner, path)
    receiver.answer(410, '/gone')
    receiver.answer(503, '/slow')
    await aPartner(owner)
    await drainEvents()
    expect(await subscriptions(owner)).toBe(2)
    receiver.answer(201, '/slow')
    laterBy(3)
    await redrive({})
    await drainEvents()
    expect(['/kept', '/gone', '/slow'].map((path) => receiver.at(path).length)).toEqual([1, 1, 2])
    expect(await deliveries(owner, 'push')).toMatchObject([{ status: 'done' }])
  })

  test('receive nothing during do-not-disturb, or if the member has opted out', async () => {
    const [owner, choosy] = await aTenantOf(['owner', 'finance'])
    await open(owner, 'push')
    await subscribe(owner, '/silent')
    await subscribe(choosy, '/choosy')
    await owner.post('/api/notification/preferences/do-not-disturb/enable')
    await choosy.patch('/api/notification/preferences', { entries: [{ type: TOPIC, channel: 'push', enabled: false }] })
    await aPartner(owner)
    await drainEvents()
    expect(receiver.received).toEqual([])
  })
})
