import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { handler as reconcileAll } from '../../functions/sales/every-hour-reconcile-webhooks.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { findWebhookBody } from '../../lib/platform/webhooks/webhook-body.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { channelHooks, findHooks, type StoredHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../lib/sales/webhooks/hook-secrets.ts'
import type { StoredDelivery } from '../../lib/sales/webhooks/stored-delivery.ts'
import { channelWebhookLog, findDelivery } from '../../lib/sales/webhooks/webhook-delivery-store.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { duringFirstCall } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
let made = 0
beforeAll(async () => {
  owner = await aMember()
})
afterEach(() => useApp(undefined))

const aSubscribed = async (...topics: string[]) => {
  const channel = await aChannel(owner, { credentials: { api_key: 'good', seed: `${owner.tenant}-${++made}` } })
  for (const topic of topics.length ? topics : ['order.created'])
    expect((await owner.post(`${CHANNELS}/${channel.id}/webhooks`, { topic })).status).toBe(201)
  return channel.id as string
}

const hooksOf = async (id: string) => (await findHooks(app().db, owner.tenant, id)) as StoredHooks
const secretOf = async (id: string) => readCurrentSecret(app(), owner.tenant, await hooksOf(id))

const anOrder = (fields: object = {}) => ({
  id: `SIM-${++made}`,
  status: 'processing',
  currency: 'EUR',
  total: '119.00',
  placedAt: '2026-03-01T10:00:00.000Z',
  modifiedAt: '2026-03-01T10:00:00.000Z',
  customer: { name: 'Ada', email: 'ada@example.com' },
  city: 'Berlin',
  country: 'DE',
  lines: [{ sku: 'TEA', name: 'Tea', quantity: 1, price: '119.00' }],
  ...fields,
})

const signatureOf = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

interface Told {
  secret?: string
  event?: string
  topic?: string
  from?: string
}

const tell = async (id: string, body: unknown, { secret, event, topic = 'order.created', from }: Told = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = {
    'content-type': 'text/plain',
    'x-simulator-topic': topic,
    'x-simulator-signature': signatureOf(text, secret ?? (await secretOf(id))),
    ...(event && { 'x-simulator-event': event }),
  }
  return await send('POST', `/hooks/channels/${id}`, { body: text, headers, ...(from && { from }) })
}

const deliveriesOf = async (id: string, query = '') =>
  (await owner.get(`${CHANNELS}/${id}/webhook-deliveries${query}`)).body.member as {
    id: string
    status: string
    topic: string | null
    errorMessage: string | null
    repeats: string | null
  }[]

const bodyOf = async (deliveryId: string, now: Date) => {
  const delivery = (await findDelivery(app().db, owner.tenant, deliveryId)) as StoredDelivery
  return await findWebhookBody(app(), owner.tenant, channelWebhookLog, delivery, now)
}

const statusesOf = async (id: string) => (await deliveriesOf(id)).map(({ status }) => status)

const openTasks = async (deliveryIds: readonly string[]) => {
  const tasks = await app().db.query({ pk: 'T#PLATFORM#task' })
  const about = ({ data }: { data?: { deliveryId?: string } }) => deliveryIds.includes(data?.deliveryId ?? '')
  return tasks.filter((task) => !task.handledAt && about(task as never))
}

/** Runs the tasks of a channel's deliveries, and those that they schedule. */
const follow = async (id: string, on: App = app()) => {
  const ids = (await deliveriesOf(id)).map((each) => each.id)
  for (let tasks = await openTasks(ids); tasks.length; tasks = await openTasks(ids))
    for (const task of tasks) await runTask(on, task, on.clock(), createLog({}))
}

const ordersOf = async (id: string) =>
  (await owner.get(`/api/sales/orders?channelId=${id}`)).body.member as { externalOrderId: string; total: number }[]

describe('subscribing', () => {
  it('creates one subscription for a topic, shows it on the channel and removes it completely', async () => {
    const { id } = await aChannel(owner, { credentials: { api_key: 'good', seed: `s-${++made}` } })
    const subscribe = (topic: string) => owner.post(`${CHANNELS}/${id}/webhooks`, { topic })
    const first = await subscribe('order.created')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      '@type': 'ChannelWebhook',
      '@id': `${CHANNELS}/${id}/webhooks/order.created`,
      topic: 'order.created',
      channelId: id,
      callbackUrl: `http://localhost:3000/hooks/channels/${id}`,
    })
    const again = await subscribe('order.created')
    expect([again.status, again.body]).toEqual([200, first.body])
    await subscribe('order.updated')
    const channel = (await owner.get(`${CHANNELS}/${id}`)).body
    expect(channel).toMatchObject({ hasWebhook: true, webhookTopics: ['order.created', 'order.updated'] })
    const listed = (await owner.get(`${CHANNELS}/${id}/webhooks`)).body
    expect(listed.totalItems).toBe(2)
    expect((await owner.get(`${CHANNELS}/${id}/webhooks/order.created`)).body).toEqual(first.body)
    expect((await owner.delete(`${CHANNELS}/${id}/webhooks/order.created`)).status).toBe(204)
    expect((await owner.delete(`${CHANNELS}/${id}/webhooks/order.created`)).status).toBe(204)
    expect((await owner.delete(`${CHANNELS}/${id}/webhooks/a/b/c`)).status).toBe(204)
    expect((await owner.get(`${CHANNELS}/${id}/webhooks/order.created`)).status).toBe(404)
    expect((await owner.get(`${CHANNELS}/${id}`)).body.webhookTopics).toEqual(['order.updated'])
  })

  it('creates one subscription for several concurrent requests', async () => {
    const { id } = await aChannel(owner, { credentials: { api_key: 'good', seed: `s-${++made}` } })
    const subscribe = () => owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' })
    const answers = await Promise.all([subscribe(), subscribe(), subscribe()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect((await hooksOf(id)).subscriptions).toHaveLength(1)
  })

  it('accepts topics of the platform if it has webhooks and the shop accepts the connection', async () => {
    const { id } = await aChannel(owner)
    const unknown = await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'moon.landed' })
    expect(unknown.body.violations).toMatchObject([{ propertyPath: 'topic' }])
    const manual = await aChannel(owner, { type: 'manual', credentials: {} })
    expect((await owner.post(`${CHANNELS}/${manual.id}/webhooks`, { topic: 'x' })).status).toBe(409)
    const refused = await aChannel(owner, { credentials: { api_key: 'refused' } })
    const answer = await owner.post(`${CHANNELS}/${refused.id}/webhooks`, { topic: 'order.created' })
    expect([answer.status, answer.body.errorCode]).toEqual([424, 'CONNECTION_FAILED'])
  })

  it('stores the secret only encrypted', async () => {
    const id = await aSubscribed()
    const secret = await secretOf(id)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await app().db.query({ pk: `T#${owner.tenant}#channel-hooks` }))).not.toContain(secret)
  })
})

describe('a webhook of a shop', () => {
  it('is received at once, processed later and becomes an order', async () => {
    const id = await aSubscribed()
    const order = anOrder()
    const answer = await tell(id, order)
    expect([answer.status, answer.text]).toEqual([202, ''])
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'received', topic: 'order.created', platform: 'simulator' },
    ])
    await follow(id)
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'processed', processedAt: expect.any(String) }])
    expect(await ordersOf(id)).toMatchObject([{ externalOrderId: order.id, total: 11_900 }])
    const payload = (await owner.get(`${CHANNELS}/${id}/external-orders/${order.id}`)).body
    expect(payload).toMatchObject({ externalOrderId: order.id, platform: 'simulator' })
    expect((await owner.get(`${CHANNELS}/${id}`)).body.deletable).toBe(false)
  })

  it('is rejected and logged without its signature, and changes nothing', async () => {
    const id = await aSubscribed()
    const body = JSON.stringify(anOrder())
    const fit = signatureOf(body, await secretOf(id))
    const post = (headers: Record<string, string>, text = body) =>
      send('POST', `/hooks/channels/${id}`, {
        body: text,
        headers: { 'x-simulator-topic': 'order.created', ...headers },
      })
    const wrong = [
      {},
      { 'x-simulator-signature': '' },
      { 'x-simulator-signature': 'AAAA' },
      { 'x-simulator-signature': signatureOf(body, 'another secret') },
      { 'x-simulator-signature': signatureOf(`${body} `, await secretOf(id)) },
    ]
    for (const headers of wrong) expect((await post(headers as Record<string, string>)).status).toBe(401)
    expect((await post({ 'x-simulator-signature': fit }, `${body} `)).status).toBe(401)
    expect(await statusesOf(id)).toEqual(Array(6).fill('signature_failed'))
    await follow(id)
    expect(await ordersOf(id)).toEqual([])
    expect((await post({ 'x-simulator-signature': fit })).status).toBe(202)
  })

  it('is verified over the bytes as received, whatever they are', async () => {
    const id = await aSubscribed()
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80])
    const signature = createHmac('sha256', await secretOf(id))
      .update(bytes)
      .digest('base64')
    const headers = { 'x-simulator-topic': 'order.created', 'x-simulator-signature': signature }
    const { handler } = await import('../../functions/sales/api.ts')
    const { gatewayEvent } = await import('../support/client.ts')
    const event = gatewayEvent('POST', `/hooks/channels/${id}`, { headers, body: bytes.toString('base64') })
    const { statusCode } = await handler(Object.assign(event, { isBase64Encoded: true }))
    expect(statusCode).toBe(202)
    expect(await statusesOf(id)).toEqual(['invalid_payload'])
  })

  it('is accepted and logged as invalid if it cannot be read', async () => {
    const id = await aSubscribed()
    for (const body of ['no json', '[]', '{"id":1}', JSON.stringify(anOrder({ total: 'much' }))])
      expect((await tell(id, body)).status, body).toBe(202)
    expect(await statusesOf(id)).toEqual(Array(4).fill('invalid_payload'))
  })

  it('is only logged if the shop tests the address', async () => {
    const id = await aSubscribed()
    expect((await tell(id, '', { topic: 'ping' })).status).toBe(202)
    expect(await statusesOf(id)).toEqual(['processed'])
    expect(await openTasks((await deliveriesOf(id)).map((each) => each.id))).toEqual([])
  })

  it('is rate limited by shop if it is signed, and by address if not', async () => {
    const id = await aSubscribed()
    const config = { ...app().config, webhookLimit: 6, limits: { ...app().config.limits, ip: 3 } }
    const now = app().clock()
    useApp({ ...app(), config, clock: () => now })
    const from = '203.0.113.50'
    const unsigned = []
    for (let i = 0; i < 5; i++) unsigned.push((await tell(id, anOrder(), { secret: 'none', from })).status)
    expect(unsigned.slice(0, 2)).toEqual([401, 401])
    expect(unsigned.at(-1)).toBe(429)
    for (let i = 0; i < 4; i++) expect((await tell(id, anOrder(), { from })).status).toBe(202)
    let last = 202
    for (let i = 0; i < 10 && last === 202; i++) last = (await tell(id, anOrder(), { from })).status
    expect(last).toBe(429)
  })

  it('is answered with 404 if the channel has no webhooks', async () => {
    const { id } = await aChannel(owner)
    for (const path of [id, 'no-id', '01ARZ3NDEKTSV4RRFFQ69G5FAV'])
      expect((await send('POST', `/hooks/channels/${path}`, { body: '{}' })).status).toBe(404)
  })

  it('is processed once for each event, however often it arrives, even at once', async () => {
    const id = await aSubscribed()
    const order = anOrder()
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell(id, order, { event: 'e-1' })))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    const deliveries = await deliveriesOf(id)
    expect(deliveries.map(({ status }) => status).sort()).toEqual(Array(4).fill('received'))
    expect(await openTasks(deliveries.map((each) => each.id))).toHaveLength(1)
    await tell(id, anOrder(), { event: 'e-1' })
    await follow(id)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it('is identified by its body if it has no event id', async () => {
    const id = await aSubscribed()
    const order = anOrder()
    await tell(id, order)
    await tell(id, order)
    await tell(id, anOrder())
    expect((await deliveriesOf(id)).map(({ repeats }) => repeats !== null).sort()).toEqual([false, false, true])
  })

  it('never replaces a newer version with an older one', async () => {
    const id = await aSubscribed()
    const order = anOrder()
    const later = { ...order, total: '99.00', modifiedAt: '2026-03-02T10:00:00.000Z' }
    await tell(id, later, { event: 'later' })
    await follow(id)
    await tell(id, order, { event: 'earlier' })
    await follow(id)
    expect(await ordersOf(id)).toMatchObject([{ total: 9_900 }])
    expect(await statusesOf(id)).toEqual(['processed', 'processed'])
  })

  it('waits while the channel is paused', async () => {
    const id = await aSubscribed()
    await owner.post(`${CHANNELS}/${id}/pause`)
    expect((await tell(id, anOrder())).status).toBe(202)
    await follow(id)
    expect(await ordersOf(id)).toEqual([])
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'received', errorMessage: expect.stringContaining('paused') },
    ])
  })

  it('is stored encrypted, in object storage if it is large, and can be read again', async () => {
    const id = await aSubscribed()
    const padded = anOrder({ note: 'canary-note '.repeat(20_000) })
    for (const order of [anOrder({ note: 'canary-note' }), padded]) {
      await tell(id, order)
      const [delivery] = await deliveriesOf(id)
      const body = await bodyOf(delivery?.id as string, new Date())
      expect(JSON.parse(String(body?.raw))).toEqual(order)
    }
    const stored = JSON.stringify(await app().db.query({ pk: `T#${owner.tenant}#channel-webhook-body` }))
    expect(stored).not.toContain('canary-note')
    expect(stored).not.toContain('signature')
    expect(stored).toContain('hooks/')
  })

  it('is listed by topic and status', async () => {
    const id = await aSubscribed()
    await tell(id, anOrder())
    await tell(id, anOrder(), { topic: 'order.updated' })
    await tell(id, 'broken')
    expect((await deliveriesOf(id, '?topic=order.updated')).map(({ status }) => status)).toEqual(['received'])
    expect(await deliveriesOf(id, '?status=invalid_payload')).toHaveLength(1)
    expect(await deliveriesOf(id, '?status=failed')).toEqual([])
    expect((await owner.get(`${CHANNELS}/${id}/webhook-deliveries?status=odd`)).status).toBe(400)
    const others = await aMember()
    expect((await others.get(`${CHANNELS}/${id}/webhook-deliveries`)).status).toBe(404)
  })
})

describe('processing', () => {
  it.each([true, false])('creates one order if the worker dies, after its write: %s', async (after) => {
    const id = await aSubscribed()
    await tell(id, anOrder())
    await expect(follow(id, dyingAt(1, after))).rejects.toThrow('killed')
    await follow(id)
    await follow(id)
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await statusesOf(id)).toEqual(['processed'])
  })

  it('creates one order if two workers have the same message', async () => {
    const id = await aSubscribed()
    await tell(id, anOrder())
    const [delivery] = await deliveriesOf(id)
    const [task] = await openTasks([delivery?.id as string])
    await Promise.all([1, 2, 3].map(() => runTask(app(), task as never, new Date(), createLog({}))))
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it('is repeated after a failure, by a repeated delivery or a replay', async () => {
    const id = await aSubscribed()
    const order = anOrder()
    const fail = async () => {
      const [first] = (await deliveriesOf(id)).slice(-1)
      const { webhookDeliveries } = await import('../../lib/sales/webhooks/webhook-delivery-store.ts')
      await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
        unit.update(webhookDeliveries, await unit.load(webhookDeliveries, first?.id as string), {
          status: 'failed',
          errorMessage: 'STORE_UNAVAILABLE',
        }),
      )
      return first?.id
    }
    await tell(id, order, { event: 'e' })
    const deliveryId = await fail()
    await tell(id, order, { event: 'e' })
    expect(await statusesOf(id)).toEqual(['received', 'received'])
    await follow(id)
    expect(await statusesOf(id)).toEqual(['processed', 'processed'])
    expect(await ordersOf(id)).toHaveLength(1)
    await fail()
    const replay = () => owner.post(`${CHANNELS}/${id}/webhook-deliveries/${deliveryId}/replay`)
    expect((await replay()).body).toMatchObject({ status: 'received', errorMessage: null })
    expect((await replay()).status).toBe(409)
    await follow(id)
    expect(await statusesOf(id)).toEqual(['processed', 'processed'])
    const elsewhere = await aSubscribed()
    const wrong = await owner.post(`${CHANNELS}/${elsewhere}/webhook-deliveries/${deliveryId}/replay`)
    expect(wrong.status).toBe(404)
  })

  it('cannot be repeated if the body is no longer stored', async () => {
    const id = await aSubscribed()
    await tell(id, anOrder())
    await follow(id)
    const [delivery] = await deliveriesOf(id)
    const later = new Date(Date.now() + 31 * 24 * 3_600_000)
    const body = await bodyOf(delivery?.id as string, later)
    expect(body).toBeUndefined()
  })
})

describe('the secret', () => {
  it('can be rotated; the previous one is accepted until the shop has the new one, and for a day', async () => {
    const id = await aSubscribed()
    const before = await secretOf(id)
    expect((await owner.post(`${CHANNELS}/${id}/webhooks/rotate-secret`)).status).toBe(204)
    const after = await secretOf(id)
    expect(after).not.toBe(before)
    expect((await owner.post(`${CHANNELS}/${id}/webhooks/rotate-secret`)).status).toBe(409)
    for (const secret of [before, after]) expect((await tell(id, anOrder(), { secret })).status).toBe(202)
    await reconcileAll({})
    expect((await hooksOf(id)).subscriptions).toMatchObject([{ secretVersion: 2 }])
    expect((await tell(id, anOrder(), { secret: before })).status).toBe(202)
    const { clock, ...rest } = app()
    useApp({ ...rest, clock: () => new Date(clock().getTime() + 25 * 3_600_000) })
    expect((await tell(id, anOrder(), { secret: before, from: '203.0.113.99' })).status).toBe(401)
    expect((await tell(id, anOrder(), { secret: after })).status).toBe(202)
  })
})

describe('subscriptions at the shop', () => {
  const atStore = async (id: string) => {
    const channel = (await findChannel(app().db, owner.tenant, id)) as NonNullable<
      Awaited<ReturnType<typeof findChannel>>
    >
    const { webhooks } = getConnector('simulator')
    const store = await openShop(app(), owner.tenant, channel)
    return { store, webhooks: webhooks as NonNullable<typeof webhooks> }
  }

  it('are created again if the shop deleted them, reactivated if disabled and removed if superfluous', async () => {
    const id = await aSubscribed('order.created', 'order.updated')
    const { store, webhooks } = await atStore(id)
    const [dropped, asleep] = await webhooks.list(store)
    await webhooks.remove(store, dropped?.externalId as string)
    Object.assign(asleep as object, { isActive: false })
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
      const hooks = await hooksOf(id)
      unit.update(channelHooks, hooks, { dueSk: new Date(0).toISOString() })
    })
    await reconcileAll({})
    const standing = await webhooks.list(store)
    expect(standing.map(({ topic, isActive }) => [topic, isActive]).sort()).toEqual([
      ['order.created', true],
      ['order.updated', true],
    ])
    const { dueSk = '' } = await hooksOf(id)
    expect(dueSk > new Date().toISOString()).toBe(true)
  })

  it('are checked soon after new credentials, which may belong to another shop', async () => {
    const id = await aSubscribed()
    const credentials = { seed: `moved-${++made}` }
    await owner.patch(`${CHANNELS}/${id}/credentials`, { credentials })
    await reconcileAll({})
    const { store, webhooks } = await atStore(id)
    expect((await webhooks.list(store)).map(({ topic }) => topic)).toEqual(['order.created'])
  })

  it('do not block the channel if the shop refuses credentials that were replaced during the check', async () => {
    const id = await aSubscribed()
    const replace = (api_key: string) => owner.patch(`${CHANNELS}/${id}/credentials`, { credentials: { api_key } })
    await replace('refused')
    duringFirstCall(getConnector('simulator').webhooks, 'list', () => replace('good'))
    await reconcileAll({})
    const { connectionStatus } = (await owner.get(`${CHANNELS}/${id}`)).body
    expect(connectionStatus).toMatchObject({ connected: true })
    expect(await findChannel(app().db, owner.tenant, id)).toMatchObject({ authFailedAt: null })
  })

  it('are removed with the channel', async () => {
    const id = await aSubscribed()
    const { store, webhooks } = await atStore(id)
    const secret = await secretOf(id)
    expect((await owner.post(`${CHANNELS}/${id}/disconnect`)).body).toMatchObject({
      hasWebhook: false,
      webhookTopics: [],
    })
    expect(await webhooks.list(store)).toEqual([])
    expect((await tell(id, anOrder(), { secret })).status).toBe(404)
    const other = await aSubscribed()
    expect((await owner.delete(`${CHANNELS}/${other}`)).status).toBe(204)
    expect(await hooksOf(other)).toBeUndefined()
  })
})
