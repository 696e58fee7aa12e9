import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { findOrdersByExternalId } from '../../lib/sales/orders/order-store.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import type { Asked } from '../connectors/servers/server.ts'
import type { Member } from '../support/client.ts'
import { connectTo, DAY, HOUR_MS, letSeeAll, now, pass, type Shop, STEP } from './open-orders.ts'
import { later } from './sync.ts'

const MANY_DAYS = 120

afterAll(() => useApp(undefined))

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

/** The order 1, as the platforms call it. */
const NAMES = ['1', '000000001', 'CODE1']

/** Reads the table, since no session lasts for so long. */
const findStored = async ({ tenant }: Member, { id }: { id: string }) => {
  const [order] = (await findOrdersByExternalId(app().db, tenant, id as Id, NAMES)).values()
  return order
}

/** A channel with an order that is open since many days, and that no walk reads by its date any more. */
const anOldOrder = async (start: () => Promise<Shop>, fields: Partial<Sample> = {}) => {
  const shop = await start()
  stop = shop.server.stop
  const { owner, channel } = await connectTo(shop)
  const placedAt = now()
  const put = (more: Partial<Sample> = {}) =>
    shop.put(sample(1, { placedAt, modifiedAt: placedAt, ...fields, ...more }))
  put()
  await pass(STEP, owner, channel)
  later((MANY_DAYS - 1) * DAY * HOUR_MS)
  shop.put(sample(2, { placedAt: now(), modifiedAt: now() }))
  await pass(DAY + STEP, owner, channel)
  return { shop, owner, channel, put }
}

const DELETED = { status: 'cancelled', cancellationReason: 'The order was deleted in the shop' }

/** Tells whether a request asks for orders by their ids. */
const asksById = ({ path, query, body }: Asked): boolean =>
  query.has('include') ||
  /\/orders\/[\w-]+$/.test(path) ||
  /^query (OrdersAt|Order)\(/.test(String(body.query)) ||
  JSON.stringify(body.variables ?? {}).includes('"id":{"in"')

describe.each(Object.entries(PLATFORMS))('an order of %s that is open for many days', (type, start) => {
  it('is seen to be cancelled within a day, although no webhook and no date tells of it', async () => {
    const { owner, channel, put } = await anOldOrder(start)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'accepted' })
    put({ state: 'cancelled' })
    await pass(DAY, owner, channel)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'cancelled' })
  })

  it('and waits for its payment is seen to be paid', async () => {
    const { owner, channel, put } = await anOldOrder(start, { state: 'open' })
    const before = await findStored(owner, channel)
    put({ state: 'paid' })
    await pass(DAY, owner, channel)
    const after = await findStored(owner, channel)
    expect(after?.status).toBe('accepted')
    // Vendure has captured what it had authorized before.
    expect([before?.status, before?.paymentStatus, after?.paymentStatus]).toEqual(
      type === 'vendure' ? ['accepted', 'authorized', 'paid'] : ['held', 'unpaid', 'paid'],
    )
  })

  it('stays while the shop refuses to show it, and is cancelled once the shop says that it has deleted it', async () => {
    const { shop, owner, channel } = await anOldOrder(start)
    letSeeAll(shop)
    shop.remove(1)
    shop.server.meanwhile((asked) => {
      if (asksById(asked)) shop.server.misbehaveAt(asksById, { status: 403, json: {} })
    })
    await pass(DAY + STEP, owner, channel)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'accepted' })
    shop.server.meanwhile(() => {})
    await pass(DAY + STEP, owner, channel)
    expect(await findStored(owner, channel)).toMatchObject(DELETED)
  })

  it('stays if it is missing in one answer only', async () => {
    const { shop, owner, channel, put } = await anOldOrder(start)
    letSeeAll(shop)
    const countMissing = async () => {
      const state = await app().db.get({ pk: `T#${owner.tenant}#channel-sync`, sk: channel.id })
      return (state as { looking?: { missing: string[] } } | undefined)?.looking?.missing.length
    }
    shop.remove(1)
    for (let hour = 0; hour < DAY && !(await countMissing()); hour += STEP) await pass(STEP, owner, channel)
    expect(await countMissing()).toBe(1)
    put()
    await pass(DAY + STEP, owner, channel)
    expect(await countMissing()).toBe(0)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'accepted' })
  })
})

describe('sixty open orders of Sylius that are many days old', () => {
  it('are looked at by one walk in a few lists, and only those that have changed are read further', async () => {
    const shop = await PLATFORMS.sylius()
    stop = shop.server.stop
    const { owner, channel } = await connectTo(shop)
    const begun = Date.parse(now()) - HOUR_MS
    const put = (id: number, more: Partial<Sample> = {}) => {
      const placedAt = new Date(begun + id * 1000).toISOString()
      // Its shipping is an adjustment, for which each order is asked on its own.
      shop.putWith(sample(id, { placedAt, modifiedAt: placedAt, ...more }), {
        items: [{ id, variant: 'TEA-1', productName: 'Green tea', quantity: 2, unitPrice: 1290 }],
        shipments: [{ id, price: 500 }],
      })
    }
    for (let id = 1; id <= 60; id++) put(id)
    // Of those that are over, the list between the open ones has many.
    for (let id = 61; id <= 100; id++) put(id, { state: 'cancelled' })
    put(101)
    await pass(STEP, owner, channel)
    later((MANY_DAYS - 1) * DAY * HOUR_MS)
    // Walks read by dates from the latest order on.
    put(102, { placedAt: now(), modifiedAt: now() })
    await pass(DAY, owner, channel)
    for (const id of [1, 30, 60, 101]) put(id, { state: 'cancelled' })
    later((DAY - STEP) * HOUR_MS)
    shop.server.asked.length = 0
    await pass(STEP, owner, channel)
    const stored = await findOrdersByExternalId(app().db, owner.tenant, channel.id as Id, [
      ...['000000001', '000000030', '000000060', '000000101', '000000002'],
    ])
    expect([...stored.values()].map(({ status }) => status).sort()).toEqual([
      ...['accepted', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
    ])
    const byToken = new Set(shop.server.asked.map(({ path }) => /\/orders\/([\w-]+)/.exec(path)?.[1]))
    // Each walk begins with the latest order.
    expect([...byToken].sort()).toEqual([...['token-1', 'token-101', 'token-102', 'token-30', 'token-60', undefined]])
    expect(shop.server.asked.filter(({ path }) => path.endsWith('/orders')).length).toBeLessThan(12)
  })
})

describe('an order of Shopify that is older than sixty days', () => {
  it('stays if an app that may not see it does not find it', async () => {
    const { shop, owner, channel } = await anOldOrder(PLATFORMS.shopify)
    shop.remove(1)
    await pass(3 * DAY, owner, channel)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'accepted' })
  })
})
