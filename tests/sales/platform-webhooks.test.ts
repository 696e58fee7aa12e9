import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { handler as reconcileAll } from '../../functions/sales/every-hour-reconcile-webhooks.ts'
import { type App, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { channelHooks, findHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startWooCommerce, wooOrder } from '../connectors/servers/woocommerce.ts'
import { aChannel, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { runPartitions, runsOf } from './runs.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
let using: App
let woo: Awaited<ReturnType<typeof startWooCommerce>>
let shop: Awaited<ReturnType<typeof startShopify>>

beforeAll(async () => {
  ;[woo, shop] = await Promise.all([startWooCommerce(), startShopify()])
  const made = makeApp({ ...readConfig(), outboundAllowPrivate: true })
  // WooCommerce accepts keys only over https, so the name of the shop resolves to the server of this test.
  const url = (asked: string) => asked.replace(woo.address, woo.server.url)
  using = { ...made, outbound: { send: (request) => made.outbound.send({ ...request, url: url(request.url) }) } }
  useApp(using)
  owner = await aMember()
})
afterAll(async () => {
  useApp(undefined)
  await Promise.all([woo.server.stop(), shop.server.stop()])
})

const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

const deliveriesOf = async (id: string) =>
  (await owner.get(`${CHANNELS}/${id}/webhook-deliveries`)).body.member as { id: string; status: string }[]

const follow = async (id: string) => {
  const ids = [id, ...(await deliveriesOf(id)).map((each) => each.id)]
  for (const task of await using.db.query({ pk: 'T#PLATFORM#task' })) {
    const { deliveryId, channelId } = (task.data ?? {}) as { deliveryId?: string; channelId?: string }
    if (!task.handledAt && ids.includes(deliveryId ?? channelId ?? ''))
      await runTask(using, task, using.clock(), createLog({}))
  }
}

const ordersOf = async (id: string) => (await owner.get(`/api/sales/orders?channelId=${id}`)).body.member

describe('a WooCommerce shop', () => {
  it('signs with the secret of the channel, tests the address unsigned and sends orders in the body', async () => {
    const { id, connectionStatus } = await aChannel(owner, { type: 'woocommerce', credentials: woo.credentials })
    expect(connectionStatus).toMatchObject({ connected: true })
    const { status } = await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.updated' })
    expect(status).toBe(201)
    const [hook] = [...woo.hooks.values()]
    expect(hook).toMatchObject({ topic: 'order.updated', delivery_url: `http://localhost:3000/hooks/channels/${id}` })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ping = await send('POST', `/hooks/channels/${id}`, { body: 'webhook_id=1', headers: form })
    expect(ping.status).toBe(202)
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'processed', topic: null }])
    const body = JSON.stringify(wooOrder(sample(7)))
    const headers = {
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': sign(body, hook?.secret as string),
    }
    expect((await send('POST', `/hooks/channels/${id}`, { body, headers })).status).toBe(202)
    expect((await send('POST', `/hooks/channels/${id}`, { body: `${body} `, headers })).status).toBe(401)
    await follow(id)
    expect(await ordersOf(id)).toMatchObject([{ externalOrderId: '7', total: 2580, currency: 'EUR' }])
    await owner.delete(`${CHANNELS}/${id}/webhooks/order.updated`)
    expect(woo.hooks.size).toBe(0)
  })

  it('can deliver even if its address has sent too many unsigned requests', async () => {
    const { id } = await aChannel(owner, { type: 'woocommerce', credentials: woo.credentials })
    await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' })
    const { secret } = [...woo.hooks.values()].at(-1) as { secret: string }
    const now = using.clock()
    const config = { ...using.config, webhookLimit: 3, limits: { ...using.config.limits, ip: 4 } }
    useApp({ ...using, config, clock: () => now })
    const from = '203.0.113.77'
    let last = 202
    for (let i = 0; i < 8; i++)
      last = (await send('POST', `/hooks/channels/${id}`, { body: 'webhook_id=1', from })).status
    expect(last).toBe(429)
    const body = JSON.stringify(wooOrder(sample(8)))
    const headers = { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-signature': sign(body, secret) }
    expect((await send('POST', `/hooks/channels/${id}`, { body, headers, from })).status).toBe(202)
    useApp(using)
  })
})

describe('a WooCommerce key without write access', () => {
  it('fails publishing stock and checking webhooks, and orders are imported nevertheless', async () => {
    const { id } = await aChannel(owner, { type: 'woocommerce', credentials: woo.credentials })
    expect((await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.updated' })).status).toBe(201)
    const { id: variantId } = await aVariant(owner, { prices: [{ currency: 'EUR', amount: 500 }] })
    expect((await owner.post(`${CHANNELS}/${id}/catalog/publish`)).status).toBe(202)
    await runPartitions(owner)
    await aStockItem(owner, { variantId, onHand: 9 })
    const expectSynced = async () => {
      await syncChannel(using, owner.tenant, id, createLog({}))
      expect((await runsOf(owner, { id }))[0]).toMatchObject({ type: 'orders', status: 'success' })
      expect(await findChannel(using.db, owner.tenant, id)).toMatchObject({ authFailedAt: null })
    }
    woo.mode.permission = 'read'
    onTestFinished(() => {
      woo.mode.permission = 'read_write'
    })
    const told = async () =>
      (await readEvents(owner.tenant)).filter(({ topic }) => topic === 'sales.channel.sync_failed').length
    for (const _ of [1, 2]) {
      expect((await owner.post(`${CHANNELS}/${id}/inventory/publish`)).status).toBe(202)
      await runPartitions(owner)
      const [run] = await runsOf(owner, { id })
      expect(run).toMatchObject({ type: 'inventory_push', status: 'failed', errorCode: 'INSUFFICIENT_SCOPE' })
      expect(await told()).toBe(1)
      await expectSynced()
    }
    woo.hooks.clear()
    await runInUnit(using.db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
      const hooks = await findHooks(using.db, owner.tenant, id)
      if (hooks) unit.update(channelHooks, hooks, { dueSk: new Date(0).toISOString() })
    })
    const before = woo.server.asked.length
    await reconcileAll({})
    expect(woo.server.asked.slice(before).map(({ method }) => method)).toContain('POST')
    await expectSynced()
  })
})

describe('tests of the address', () => {
  it('are logged as processed, counted in one entry if there are many, and hide no signed delivery', async () => {
    const now = using.clock()
    const limits = { ...using.config.limits, identity: 1_000_000, ip: 1_000_000 }
    useApp({ ...using, config: { ...using.config, limits }, clock: () => now })
    const { id } = await aChannel(owner, { type: 'woocommerce', credentials: woo.credentials })
    await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' })
    const attempt = () => send('POST', `/hooks/channels/${id}`, { body: 'webhook_id=1', from: '203.0.113.78' })
    for (let i = 0; i < 25; i++) expect((await attempt()).status).toBe(202)
    const { body } = await owner.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=100`)
    expect(body.totalItems).toBe(21)
    const statuses = body.member.map(({ status }: { status: string }) => status)
    expect(new Set(statuses)).toEqual(new Set(['processed']))
    expect(JSON.stringify(body.member)).toContain(' 5 more times')
    for (let i = 0; i < 20; i++) expect((await attempt()).status).toBe(202)
    const { secret } = [...woo.hooks.values()].at(-1) as { secret: string }
    const order = JSON.stringify(wooOrder(sample(9)))
    const headers = { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-signature': sign(order, secret) }
    expect((await send('POST', `/hooks/channels/${id}`, { body: order, headers })).status).toBe(202)
    const total = async (status: string) =>
      (await owner.get(`${CHANNELS}/${id}/webhook-deliveries?status=${status}`)).body.totalItems
    expect([await total('processed'), await total('received')]).toEqual([21, 1])
    useApp(using)
  })
})

describe('a Shopify shop', () => {
  it('signs with the secret of the app, and its order is read from the shop', async () => {
    const credentials = { ...shop.credentials, store_url: shop.server.url, client_secret: 'merchants-app-secret' }
    const { id, connectionStatus } = await aChannel(owner, { type: 'shopify', credentials })
    expect(connectionStatus).toMatchObject({ connected: true })
    expect((await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'orders/create' })).status).toBe(201)
    expect((await owner.get(`${CHANNELS}/${id}/webhooks/orders/create`)).body.topic).toBe('orders/create')
    shop.put(sample(9))
    const body = JSON.stringify({ id: 9, note: 'of another form' })
    const tell = (secret: string) =>
      send('POST', `/hooks/channels/${id}`, {
        body,
        headers: {
          'x-shopify-topic': 'orders/create',
          'x-shopify-webhook-id': 'e-9',
          'x-shopify-hmac-sha256': sign(body, secret),
        },
      })
    expect((await tell('')).status).toBe(401)
    expect((await tell('another')).status).toBe(401)
    expect((await tell('merchants-app-secret')).status).toBe(202)
    shop.server.misbehave({ status: 401, json: {} })
    await follow(id)
    expect((await deliveriesOf(id))[0]).toMatchObject({
      status: 'received',
      errorMessage: expect.stringContaining('does not accept'),
    })
    expect((await owner.get(`${CHANNELS}/${id}`)).body.connectionStatus).toMatchObject({ errorCode: 'AUTH_FAILED' })
    await tell('merchants-app-secret')
    await follow(id)
    expect(await ordersOf(id)).toEqual([])
    await owner.patch(`${CHANNELS}/${id}/credentials`, { credentials })
    await follow(id)
    expect(await ordersOf(id)).toMatchObject([{ total: 2580 }])
  })
})
