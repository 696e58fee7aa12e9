import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { aMember, type Member } from '../support/client.ts'
import { aHookedChannel, anOrder, type ShownDelivery } from './hooks.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

/** Stops the clock, so that everything happens within one hour, and counts the writes to the table. */
const stopClock = () => {
  const { db } = app()
  const now = app().clock()
  const writes = { count: 0 }
  const counted = <A extends unknown[], R>(call: (...given: A) => R) => {
    return (...given: A) => {
      if (!JSON.stringify(given).includes('"G#')) writes.count++
      return call(...given)
    }
  }
  const table = { ...db, update: counted(db.update), transact: counted(db.transact), put: counted(db.put) }
  useApp({ ...app(), clock: () => now, db: table })
  return writes
}

describe('a delivery without a matching signature', () => {
  it('is logged each time with its topic', async () => {
    const { tell, deliveries } = await aHookedChannel(owner)
    const topics = ['order.created', 'order.updated', '<script>', 'x'.repeat(101), 'order created']
    for (const topic of topics) expect((await tell(anOrder(), { secret: 'wrong', topic })).status).toBe(401)
    const logged = await deliveries()
    expect(logged.map(({ status }) => status)).toEqual(Array(5).fill('signature_failed'))
    expect(logged.map(({ topic }) => topic).reverse()).toEqual(['order.created', 'order.updated', null, null, null])
    expect(await deliveries('&topic=order.created')).toHaveLength(1)
  })

  it('is counted in one entry if many arrive within an hour, and does not hide signed deliveries', async () => {
    const writes = stopClock()
    const { tell, totalOf, deliveries } = await aHookedChannel(owner)
    const flood = async (count: number) => {
      for (let i = 0; i < count; i++) await tell('{}', { secret: 'wrong' })
    }
    await flood(20)
    expect(await totalOf()).toBe(20)
    await flood(3)
    expect(await totalOf('&status=signature_failed')).toBe(21)
    const messages = async () => (await deliveries('&status=signature_failed')).map((each) => each.errorMessage)
    expect((await messages()).filter((message) => message?.includes(' 3 more times'))).toHaveLength(1)
    await flood(197)
    expect((await messages()).filter((message) => message?.includes('at least 200 more times'))).toHaveLength(1)
    const before = writes.count
    await flood(100)
    expect(writes.count - before).toBeLessThanOrEqual(100)
    expect((await messages()).filter((message) => message?.includes('at least 300 more times'))).toHaveLength(1)
    expect(await totalOf()).toBe(21)
    expect((await tell(anOrder())).status).toBe(202)
    expect(await deliveries('&status=received')).toMatchObject([{ topic: 'order.created' }])
    useApp(undefined)
    simulating()
  })

  it('is counted in one entry if many arrive at once', async () => {
    stopClock()
    const { tell, totalOf, deliveries } = await aHookedChannel(owner)
    await Promise.all(Array.from({ length: 40 }, () => tell('{}', { secret: 'wrong' })))
    await tell('{}', { secret: 'wrong' })
    expect(await totalOf()).toBe(21)
    const counting = (await deliveries()).filter(({ errorMessage }) => errorMessage?.includes(' 21 more times'))
    expect(counting).toHaveLength(1)
    useApp(undefined)
    simulating()
  })
})

describe('a test of the address', () => {
  it('is logged as processed', async () => {
    const { tell, deliveries } = await aHookedChannel(owner)
    expect((await tell('', { topic: 'ping' })).status).toBe(202)
    expect(await deliveries()).toMatchObject([
      { status: 'processed', topic: 'ping', processedAt: expect.any(String), repeats: null },
    ])
  })
})

describe('a delivery that repeats another', () => {
  it('refers to the first one and gets its status, without being processed itself', async () => {
    const { tell, deliveries, follow, orders } = await aHookedChannel(owner)
    const order = anOrder()
    for (const _ of [1, 2, 3]) await tell(order, { event: 'e-1' })
    const [third, second, first] = (await deliveries()) as [ShownDelivery, ShownDelivery, ShownDelivery]
    expect([first.repeats, second.repeats, third.repeats]).toEqual([null, first.id, first.id])
    expect([first, second, third].map(({ status }) => status)).toEqual(Array(3).fill('received'))
    await follow()
    await tell(order, { event: 'e-1' })
    const after = await deliveries()
    expect(after.map(({ status }) => status)).toEqual(Array(4).fill('processed'))
    expect(after.map(({ processedAt }) => processedAt !== null)).toEqual([false, false, false, true])
    expect(await deliveries('&status=processed')).toHaveLength(4)
    expect(await deliveries('&status=received')).toEqual([])
    expect(await orders()).toHaveLength(1)
  })

  it('gets the status of the first one if that is not an order, for many repeats, too', async () => {
    const { tell, deliveries, follow } = await aHookedChannel(owner)
    const order = { ...anOrder(), lines: [{ sku: 'TEA', name: 'Tea', quantity: 1e9, price: '99999999999.00' }] }
    await Promise.all(Array.from({ length: 15 }, () => tell(order, { event: 'e-1' })))
    await follow()
    const logged = await deliveries()
    expect(new Set(logged.map(({ status }) => status)).size).toBe(1)
    expect(logged.filter(({ repeats }) => repeats === null)).toHaveLength(1)
  })

  it('is noticed by a worker that is processing the first one', async () => {
    const { tell, deliveries, follow, openTasks } = await aHookedChannel(owner)
    const order = anOrder()
    await tell(order, { event: 'e-1' })
    const [task] = await openTasks()
    const { db } = app()
    let isTold = false
    const transact: typeof db.transact = async (...given) => {
      if (!isTold) {
        isTold = true
        await tell(order, { event: 'e-1' })
      }
      return await db.transact(...given)
    }
    const racing = { ...app(), db: { ...db, transact } }
    await runTask(racing, task as Item, racing.clock(), createLog({}))
    await follow()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['processed', 'processed'])
  })

  it('cannot be replayed instead of the first one', async () => {
    const { id, tell, deliveries, follow } = await aHookedChannel(owner)
    const order = anOrder()
    for (const _ of [1, 2]) await tell(order, { event: 'e-1' })
    await follow()
    const [repeat] = await deliveries()
    const answer = await owner.post(`${CHANNELS}/${id}/webhook-deliveries/${repeat?.id}/replay`)
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(repeat?.repeats as string)])
  })
})

const BODIES: [string, Buffer][] = [
  ['the JSON null', Buffer.from('null')],
  ['a JSON text', Buffer.from('"order"')],
  ['a JSON number', Buffer.from('12')],
  ['a JSON list', Buffer.from('[{"id":1}]')],
  ['nothing', Buffer.alloc(0)],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
]

describe.each(BODIES)('a signed body that is %s', (_, raw) => {
  it.each(['simulator', 'woocommerce', 'shopify'] as const)('is an invalid payload for %s', async (type) => {
    const { webhooks } = getConnector(type)
    const topics = type === 'shopify' ? ['orders/create', 'products/update'] : ['order.created', 'product.updated']
    for (const topic of topics) {
      const headers = Object.fromEntries((webhooks?.topicHeaders ?? []).map((name) => [name, topic]))
      await expect(webhooks?.read({ headers, raw }, {})).rejects.toThrow(/^is /)
    }
  })

  it.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'is accepted and logged as %s',
    async (type) => {
      const { tellBytes, deliveries, follow } = await aHookedChannel(owner)
      expect((await tellBytes(raw, type)).statusCode).toBe(202)
      await follow()
      expect(await deliveries()).toMatchObject([
        { status: 'invalid_payload', topic: 'order.created', processedAt: null },
      ])
    },
  )
})
