import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/sales/every-minute-sync-channels.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { findOrdersByExternalId } from '../../lib/sales/orders/order-store.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { later, simulating } from './sync.ts'

const MINUTE_MS = 60_000
const HOUR = 60
/** The schedule runs each minute; to run it less often only delays it. */
const STEP = 5

afterAll(() => useApp(undefined))

type Shop = Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>
let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const connect = async (shop: Shop) => {
  stop = shop.server.stop
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server, type, credentials, config: connectorConfig } = shop
  simulating({ outbound: { send: (asked) => real.send({ ...asked, url: asked.url.replace(address, server.url) }) } })
  const owner = await aMember()
  const channel = await aChannel(owner, { type, credentials, connectorConfig })
  await pass(STEP)
  return { owner, channel }
}

/** Lets minutes pass, in which nothing but the schedule and the workers run. */
const pass = async (minutes: number) => {
  for (let at = 0; at < minutes; at += STEP) {
    later(STEP * MINUTE_MS)
    await handler({})
    await drainEvents()
  }
}

/** The order 1, as the platforms call it. */
const NAMES = ['1', '000000001', 'CODE1']

/** Reads the table, since no session lasts for so long. */
const listOrders = async ({ tenant }: Member, { id }: { id: string }) => [
  ...(await findOrdersByExternalId(app().db, tenant, id as Id, NAMES)).values(),
]

const now = () => app().clock().toISOString()

describe.each(Object.entries(PLATFORMS))('without webhooks, within an hour of %s', (_name, start) => {
  it('an order is there, and so is its cancellation', async () => {
    const shop = await start()
    const { owner, channel } = await connect(shop)
    const placedAt = now()
    shop.put(sample(1, { placedAt, modifiedAt: placedAt }))
    await pass(HOUR)
    expect(await listOrders(owner, channel)).toMatchObject([{ status: 'accepted' }])
    shop.put(sample(1, { placedAt, modifiedAt: now(), state: 'cancelled' }))
    await pass(HOUR)
    expect(await listOrders(owner, channel)).toMatchObject([{ status: 'cancelled' }])
  })
})

describe('a hold of Shopify that is released without a webhook', () => {
  const setStatus = (shop: Awaited<ReturnType<typeof startShopify>>, status: string) => {
    for (const request of shop.parcels.requestsOf(1)) Object.assign(request, { status, updatedAt: now() })
  }

  it('lets its order go on within an hour, although nothing dates the order', async () => {
    const shop = await startShopify()
    const { owner, channel } = await connect(shop)
    const placedAt = now()
    const order = sample(1, { placedAt, modifiedAt: placedAt })
    shop.put(order, { displayFulfillmentStatus: 'ON_HOLD' })
    setStatus(shop, 'ON_HOLD')
    await pass(HOUR)
    expect(await listOrders(owner, channel)).toMatchObject([{ status: 'held' }])
    shop.put(order)
    setStatus(shop, 'OPEN')
    await pass(HOUR)
    expect(await listOrders(owner, channel)).toMatchObject([{ status: 'accepted' }])
  })

  it('is read by an app that may not see fulfilment orders as far as it may', async () => {
    const shop = await startShopify()
    shop.mode.scopes = ['read_orders', 'read_customers', 'read_products']
    const { owner, channel } = await connect(shop)
    shop.put(sample(1, { placedAt: now(), modifiedAt: now() }))
    await pass(HOUR)
    expect(await listOrders(owner, channel)).toMatchObject([{ status: 'accepted' }])
  })
})
