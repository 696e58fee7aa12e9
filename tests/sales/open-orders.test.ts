import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { findOrdersByExternalId } from '../../lib/sales/orders/order-store.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import type { Asked } from '../connectors/servers/server.ts'
import type { startShopify } from '../connectors/servers/shopify.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { later, simulating } from './sync.ts'

const HOUR_MS = 3600_000
const DAY = 24
const MANY_DAYS = 120
/** A channel is read each quarter of an hour; to read it less often only delays what is seen. */
const STEP = 2

afterAll(() => useApp(undefined))

type Shop = Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>
let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const now = () => app().clock().toISOString()

type Reading = readonly [owner: Member, channel: { id: string }]

/** Lets hours pass, in which nothing but the reading of the channel and the workers run. */
const pass = async (hours: number, ...[{ tenant }, { id }]: Reading) => {
  for (let at = 0; at < hours; at += STEP) {
    later(STEP * HOUR_MS)
    await syncChannel(app(), tenant, id as Id, createLog({}))
    await drainEvents()
  }
}

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
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server, type, credentials, config: connectorConfig } = shop
  simulating({ outbound: { send: (asked) => real.send({ ...asked, url: asked.url.replace(address, server.url) }) } })
  const owner = await aMember()
  const channel = await aChannel(owner, { type, credentials, connectorConfig })
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

const letSeeAll = (shop: Shop) => {
  if (shop.type === 'shopify') (shop as Awaited<ReturnType<typeof startShopify>>).mode.scopes.push('read_all_orders')
}

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

describe('an order of Shopify that is older than sixty days', () => {
  it('stays if an app that may not see it does not find it', async () => {
    const { shop, owner, channel } = await anOldOrder(PLATFORMS.shopify)
    shop.remove(1)
    await pass(3 * DAY, owner, channel)
    expect(await findStored(owner, channel)).toMatchObject({ status: 'accepted' })
  })
})
