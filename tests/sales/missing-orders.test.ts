import { createHmac } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { connectTo, DAY, letSeeAll, now, pass, type Shop, STEP } from './open-orders.ts'
import { aWindow } from './reconciling.ts'
import { runPartitions } from './runs.ts'

afterAll(() => useApp(undefined))

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** Somebody who has just signed in, since no session lasts for days. */
const signIn = ({ tenant }: Member) => aMember({ tenant })

/** A channel whose orders are open since days. */
const someOpenOrders = async (start: () => Promise<Shop>, count: number) => {
  const shop = await start()
  stop = shop.server.stop
  const { owner, channel } = await connectTo(shop)
  letSeeAll(shop)
  const placedAt = now()
  const put = (id: number) => shop.put(sample(id, { placedAt, modifiedAt: placedAt }))
  for (const id of numbers(count)) put(id)
  await pass(DAY + 2 * STEP, owner, channel)
  const path = `/api/sales/channels/${channel.id}`
  const countByStatus = async (status: string) =>
    (await (await signIn(owner)).get(`/api/sales/orders?status=${status}`)).body.totalItems
  return {
    ...{ shop, owner, channel, put, path, countByStatus },
    remove: (ids: readonly number[]) => ids.forEach((id) => void shop.remove(id)),
    go: (days: number) => pass(days * DAY, owner, channel),
    warnings: async () => (await (await signIn(owner)).get(path)).body.warnings,
    read: async () => (await (await signIn(owner)).get(`${path}/missing-orders`)).body,
    resolve: async (resolution: string) => {
      const answer = await (await signIn(owner)).post(`${path}/missing-orders/resolve`, { resolution })
      await drainEvents()
      return answer
    },
  }
}

const MISSING = [
  expect.objectContaining({ code: 'ORDERS_MISSING', message: expect.stringContaining('11 open orders') }),
]

describe.each(Object.entries(PLATFORMS))('open orders that a shop of %s no longer has', (_, start) => {
  it('are cancelled if they are few', async () => {
    const { remove, go, countByStatus, warnings } = await someOpenOrders(start, 12)
    remove(numbers(10))
    await go(3)
    expect(await countByStatus('cancelled')).toBe(10)
    expect(await warnings()).toEqual([])
  })

  it('stay if they are many, until somebody says that they were deleted', async () => {
    const { remove, go, countByStatus, warnings, read, resolve } = await someOpenOrders(start, 12)
    remove(numbers(11))
    await go(3)
    expect([await countByStatus('cancelled'), await countByStatus('accepted')]).toEqual([0, 12])
    expect(await warnings()).toEqual(MISSING)
    expect(await read()).toMatchObject({ count: 11, orders: expect.any(Array) })
    expect((await resolve('cancel')).status).toBe(200)
    expect([await countByStatus('cancelled'), await countByStatus('accepted')]).toEqual([11, 1])
    expect([await warnings(), (await read()).count]).toEqual([[], 0])
  })

  it('are no longer missing once the shop shows them again', async () => {
    const { remove, put, go, countByStatus, read } = await someOpenOrders(start, 12)
    remove(numbers(11))
    await go(2)
    expect((await read()).count).toBe(11)
    numbers(11).forEach(put)
    await go(2)
    expect([(await read()).count, await countByStatus('accepted')]).toEqual([0, 12])
  })

  it('stay if they are all that a small shop had', async () => {
    const { remove, go, countByStatus, read } = await someOpenOrders(start, 3)
    remove(numbers(3))
    await go(3)
    expect([await countByStatus('accepted'), (await read()).count]).toEqual([3, 3])
  })
})

describe.each(Object.entries(PLATFORMS))('an order of a bulk import in a channel of %s', (_, start) => {
  it('is not looked for in the shop, which may never have had it', async () => {
    const { owner, path, go, countByStatus, read } = await someOpenOrders(start, 1)
    const row = { externalOrderId: '4711', currency: 'EUR', total: 2580, placedAt: now() }
    const { body } = await (await signIn(owner)).post(`${path}/import-orders`, { orders: [row] })
    expect(body.imported).toBe(1)
    await go(4)
    expect([await countByStatus('accepted'), (await read()).count]).toEqual([2, 0])
  })
})

describe('open orders that a shop no longer has', () => {
  it('stay and are no longer looked for if somebody says so', async () => {
    const { remove, go, countByStatus, read, resolve } = await someOpenOrders(PLATFORMS.vendure, 12)
    remove(numbers(11))
    await go(2)
    expect((await resolve('keep')).status).toBe(200)
    await go(3)
    expect([await countByStatus('accepted'), (await read()).count]).toEqual([12, 0])
    expect((await resolve('keep')).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
  })

  it('all wait for somebody if the setting says that none is cancelled without', async () => {
    const { owner, remove, go, countByStatus, read } = await someOpenOrders(PLATFORMS.vendure, 2)
    const settings = [{ key: 'integrations.deletionsPerDay', value: 0 }]
    const { status } = await (await signIn(owner)).put('/api/configuration/settings/bulk', { settings })
    expect(status).toBe(204)
    remove([1])
    await go(2)
    expect([await countByStatus('accepted'), (await read()).count]).toEqual([2, 1])
  })

  it('are cancelled by a comparison with the shop that mends it, until these are too many for a day', async () => {
    const { owner, remove, path, countByStatus, read } = await someOpenOrders(PLATFORMS.vendure, 12)
    remove(numbers(11))
    const member = await signIn(owner)
    const { status, text } = await member.post(`${path}/reconcile`, { ...aWindow(), apply: true })
    expect(status, text).toBe(202)
    await runPartitions(member)
    expect([await countByStatus('cancelled'), (await read()).count]).toEqual([10, 1])
  })

  it('are cancelled by webhooks that tell of deletions, until these are too many for a day', async () => {
    const { shop, owner, path, countByStatus, read } = await someOpenOrders(startWooCommerce, 12)
    const member = await signIn(owner)
    const topic = 'order.deleted'
    expect((await member.post(`${path}/webhooks`, { topic })).status).toBe(201)
    const [hook] = (shop as Awaited<ReturnType<typeof startWooCommerce>>).hooks.values()
    for (const id of numbers(11)) {
      const body = JSON.stringify({ id })
      const signature = createHmac('sha256', hook?.secret ?? '')
        .update(body)
        .digest('base64')
      const headers = { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature }
      shop.remove(id)
      expect((await send('POST', path.replace('/api/sales', '/hooks'), { body, headers })).status).toBe(202)
      await drainEvents()
    }
    expect([await countByStatus('cancelled'), (await read()).count]).toEqual([10, 1])
    const { body } = await member.get(`${path}/webhook-deliveries`)
    expect(body.member[0].errorMessage).toMatch(/Nothing is cancelled until somebody decides/)
  })
})
