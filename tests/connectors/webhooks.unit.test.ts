import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InvalidPayload } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import type { Delivery } from '../../lib/connectors/webhooks/shop-webhooks.ts'
import { newId } from '../../lib/platform/id.ts'
import { memoryTable } from '../support/memory-table.ts'
import { connect, refusalOf } from './platforms.ts'
import { sample } from './servers/sample.ts'
import { startShopify } from './servers/shopify.ts'
import { startWooCommerce, wooOrder } from './servers/woocommerce.ts'

const sign = (raw: Buffer, secret: string) => createHmac('sha256', secret).update(raw).digest('base64')

const webhooksOf = (type: 'woocommerce' | 'shopify' | 'simulator') => {
  const { webhooks } = getConnector(type)
  if (!webhooks) throw new Error(`${type} has no webhooks`)
  return webhooks
}

const SIGNATURES = {
  woocommerce: 'x-wc-webhook-signature',
  shopify: 'x-shopify-hmac-sha256',
  simulator: 'x-simulator-signature',
} as const

describe.each(Object.entries(SIGNATURES))('the signature of %s', (type, header) => {
  const webhooks = webhooksOf(type as keyof typeof SIGNATURES)
  const raw = Buffer.from('{"id":1,"status":"processing"}')
  // An example from the platforms' documentation.
  const good = 'J5JKFABNor252k4E7pF3DDEw1ChcNCRjRzKA8jD4tF4='
  const verify = (delivery: Delivery, ...secrets: string[]) => webhooks.verify(delivery, secrets)

  it('is valid for exactly the received bytes', () => {
    expect(verify({ headers: { [header]: good }, raw }, 'test_secret')).toBe(true)
    expect(
      verify({ headers: { [header]: good }, raw: Buffer.from('{"id":1, "status":"processing"}') }, 'test_secret'),
    ).toBe(false)
  })

  it('is valid with the previous secret, too', () => {
    expect(verify({ headers: { [header]: good }, raw }, 'new', 'test_secret')).toBe(true)
    expect(verify({ headers: { [header]: good }, raw }, 'new', 'newer')).toBe(false)
    expect(verify({ headers: { [header]: good }, raw })).toBe(false)
  })

  it('is invalid if it is missing, truncated, longer or of another kind', () => {
    for (const given of [
      undefined,
      '',
      good.slice(0, -1),
      `${good}=`,
      `${good},${good}`,
      'ü'.repeat(44),
      good.toLowerCase(),
    ])
      expect(verify({ headers: { [header]: given }, raw }, 'test_secret'), given).toBe(false)
  })
})

describe('webhooks of WooCommerce', () => {
  let platform: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    platform = await startWooCommerce()
  })
  afterEach(() => platform.server.stop())
  const webhooks = webhooksOf('woocommerce')
  const wanted = { topic: 'order.updated', url: 'https://api.test/hooks/1', secret: 'first' }
  const delivery = (body: unknown, headers: Record<string, string> = {}): Delivery => ({
    headers: { 'x-wc-webhook-topic': 'order.updated', ...headers },
    raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })

  it('are created once and accept a new secret', async () => {
    const { store } = connect(platform)
    const first = await webhooks.subscribe(store, wanted)
    expect(await webhooks.subscribe(store, { ...wanted, secret: 'second' })).toEqual(first)
    expect([...platform.hooks.values()]).toMatchObject([{ secret: 'second', delivery_url: wanted.url }])
    expect(await webhooks.list(store)).toEqual([{ ...first, topic: wanted.topic, url: wanted.url, isActive: true }])
  })

  it('are reactivated after the shop has disabled them', async () => {
    const { store } = connect(platform)
    const { externalId } = await webhooks.subscribe(store, wanted)
    const hook = platform.hooks.get(Number(externalId))
    if (hook) hook.status = 'disabled'
    expect(await webhooks.list(store)).toMatchObject([{ isActive: false }])
    await webhooks.revive?.(store, externalId)
    expect(await webhooks.list(store)).toMatchObject([{ isActive: true }])
  })

  it('are removed, even twice', async () => {
    const { store } = connect(platform)
    const { externalId } = await webhooks.subscribe(store, wanted)
    await webhooks.remove(store, externalId)
    await webhooks.remove(store, externalId)
    expect(platform.hooks.size).toBe(0)
  })

  it('need a key with write access', async () => {
    platform.mode.permission = 'read'
    expect(await refusalOf(webhooks.subscribe(connect(platform).store, wanted))).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    })
  })

  it('are not created twice if the response is lost', async () => {
    const { store } = connect(platform)
    platform.server.misbehave({ json: [] }, 'gone')
    expect(await refusalOf(webhooks.subscribe(store, wanted))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(platform.server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('contain the order', async () => {
    const read = await webhooks.read(delivery(wooOrder(sample(5))), {})
    expect(read).toMatchObject({ topic: 'order.updated', order: { ref: '5', order: { total: 2580 } } })
  })

  it('name a deleted order', async () => {
    expect(await webhooks.read(delivery({ id: 5 }, { 'x-wc-webhook-topic': 'order.deleted' }), {})).toMatchObject({
      ref: '5',
    })
  })

  it('are identified by their content, not by the time of delivery', async () => {
    const idOf = async (order: unknown) => ((await webhooks.read(delivery(order), {})) as { eventId: string }).eventId
    const order = wooOrder(sample(5))
    expect(await idOf(order)).toBe(await idOf(wooOrder(sample(5))))
    expect(await idOf(order)).not.toBe(await idOf({ ...order, status: 'completed' }))
  })

  it('may try the URL without a signature, and nothing else', async () => {
    const ping = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: Buffer.from('webhook_id=7') }
    expect(webhooks.verify(ping, ['secret'])).toBe(true)
    expect(await webhooks.read(ping, {})).toBe('ping')
    for (const raw of ['webhook_id=7&x=1', '{"id":1}', '', ' webhook_id=7', `webhook_id=${'7'.repeat(100)}`])
      expect(webhooks.verify({ headers: {}, raw: Buffer.from(raw) }, ['secret']), raw).toBe(false)
    expect(webhooks.verify({ ...ping, headers: { 'x-wc-webhook-topic': 'order.created' } }, ['secret'])).toBe(false)
  })

  it.each([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['an order without a total', { ...wooOrder(sample(1)), total: null }],
    ['nothing but depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('are invalid if the body is %s', async (_, body) => {
    await expect(webhooks.read(delivery(body), {})).rejects.toThrow(InvalidPayload)
  })
})

describe('webhooks of Shopify', () => {
  let platform: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    platform = await startShopify()
  })
  afterEach(() => platform.server.stop())
  const webhooks = webhooksOf('shopify')
  const wanted = { topic: 'inventory_levels/update', url: 'https://api.test/hooks/1', secret: 'the app has one' }

  it('are created once for each topic and URL', async () => {
    const { store } = connect(platform)
    const first = await webhooks.subscribe(store, wanted)
    expect(await webhooks.subscribe(store, wanted)).toEqual(first)
    const other = await webhooks.subscribe(store, { ...wanted, url: 'https://api.test/hooks/2' })
    expect(other).not.toEqual(first)
    expect(await webhooks.list(store)).toMatchObject([
      { topic: wanted.topic, url: wanted.url },
      { topic: wanted.topic },
    ])
  })

  it('are removed, even twice', async () => {
    const { store } = connect(platform)
    const { externalId } = await webhooks.subscribe(store, wanted)
    await webhooks.remove(store, externalId)
    await webhooks.remove(store, externalId)
    expect(platform.hooks.size).toBe(0)
  })

  const read = (topic: string, body: unknown) =>
    webhooks.read(
      {
        headers: { 'x-shopify-topic': topic, 'x-shopify-webhook-id': 'b54557e4' },
        raw: Buffer.from(JSON.stringify(body)),
      },
      {},
    )

  it('name the order to fetch', async () => {
    const [topic, eventId, ref] = ['orders/updated', 'b54557e4', 'gid://shopify/Order/8209829119461']
    expect(await read(topic, { id: 8209829119461 })).toEqual({
      topic,
      eventId,
      ref: 'gid://shopify/Order/8209829119461',
      externalOrderId: '8209829119461',
      isDeleted: false,
    })
    expect(await read('orders/delete', { id: 42 })).toMatchObject({ externalOrderId: '42', isDeleted: true })
    expect(await read('orders/edited', { order_edit: { id: 1, order_id: 42 } })).toMatchObject({
      ref: ref.replace(/\d+$/, '42'),
    })
    expect(await read('app/uninstalled', { id: 1 })).toEqual({ topic: 'app/uninstalled', eventId })
  })

  it.each([
    ['orders/updated', '{"id":820982911946154508}'],
    ['fulfillments/create', '{"id":1,"order_id":820982911946154508}'],
  ])('name the order to fetch by an id that a number cannot hold: %s', async (topic, body) => {
    const headers = { 'x-shopify-topic': topic, 'x-shopify-webhook-id': 'b54557e4' }
    expect(await webhooks.read({ headers, raw: Buffer.from(body) }, {})).toMatchObject({
      ref: 'gid://shopify/Order/820982911946154508',
    })
  })

  it('are invalid without the id of an order', async () => {
    for (const body of [{}, { id: 'x' }, { id: null }, [], 'x'])
      await expect(read('orders/updated', body)).rejects.toThrow(InvalidPayload)
    await expect(webhooks.read({ headers: {}, raw: Buffer.from('{}') }, {})).rejects.toThrow(InvalidPayload)
  })
})

describe('webhooks of the simulated shop', () => {
  const webhooks = webhooksOf('simulator')
  const connector = getConnector('simulator')
  const http = {
    send: () => Promise.reject(new Error('it has no network')),
    now: () => new Date('2026-03-01T00:00:00Z'),
  }
  const kept = { db: memoryTable(), tenant: newId(new Date()) }
  const store = { credentials: connector.prepare({ api_key: 'k', seed: 'hooks' }), config: {}, http, kept }

  it('contain one of its orders and are signed', async () => {
    const page = await connector.orders?.page(store, { since: new Date(0), statuses: null, cursor: null })
    const [order] = page?.orders ?? []
    if (!order || 'error' in order) throw new Error('no order')
    const raw = Buffer.from(JSON.stringify(order.raw))
    const headers = {
      'x-simulator-topic': 'order.updated',
      'x-simulator-event': 'e1',
      'x-simulator-signature': sign(raw, 's'),
    }
    expect(webhooks.verify({ headers, raw }, ['s'])).toBe(true)
    expect(await webhooks.read({ headers, raw }, {})).toEqual({ topic: 'order.updated', eventId: 'e1', order })
  })

  it('are stored, and removed even twice', async () => {
    const { externalId } = await webhooks.subscribe(store, {
      topic: 'order.created',
      url: 'https://x.test',
      secret: 's',
    })
    expect(await webhooks.list(store)).toMatchObject([{ externalId, isActive: true }])
    await webhooks.remove(store, externalId)
    await webhooks.remove(store, externalId)
    expect(await webhooks.list(store)).toEqual([])
  })
})
