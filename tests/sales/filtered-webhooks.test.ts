import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { aMember, type Member } from '../support/client.ts'
import { aHookedChannel, anOrder, aShopifyChannel } from './hooks.ts'
import { later, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const EXCLUDED = { status: 'processed', errorMessage: expect.stringContaining('status filters') }
const IMPORTED = { status: 'processed', errorMessage: null }

let owner: Member
beforeEach(async () => {
  simulating()
  owner = await aMember()
})
afterAll(() => useApp(undefined))

const aFilteringChannel = () =>
  aHookedChannel(owner, { autoImportEnabled: false, statusFilters: ['processing', 'completed'] })

const ordersOf = async ({ id }: { id: string }) => (await owner.get(`/api/sales/orders?channelId=${id}`)).body.member

describe('an order of a webhook that the status filters of the channel exclude', () => {
  it('is imported only when it matches them', async () => {
    const channel = await aFilteringChannel()
    const order = anOrder({ status: 'pending' })
    await channel.tell(order)
    await channel.follow()
    expect(await channel.deliveries()).toMatchObject([EXCLUDED])
    expect(await ordersOf(channel)).toEqual([])
    await channel.tell({ ...order, status: 'processing', modifiedAt: '2026-03-01T10:05:00.000Z' })
    await channel.follow()
    expect(await channel.deliveries()).toMatchObject([IMPORTED, EXCLUDED])
    expect(await ordersOf(channel)).toMatchObject([{ externalOrderId: order.id, status: 'accepted' }])
  })

  it('is updated if it was imported before', async () => {
    const channel = await aFilteringChannel()
    const order = anOrder()
    await channel.tell(order)
    await channel.follow()
    await channel.tell({ ...order, status: 'on-hold', modifiedAt: '2026-03-01T10:05:00.000Z' })
    await channel.follow()
    expect(await channel.deliveries()).toMatchObject([IMPORTED, IMPORTED])
    expect(await ordersOf(channel)).toMatchObject([{ platformStatus: 'on-hold' }])
  })

  it('is imported if it is cancelled, as by a sync', async () => {
    const channel = await aFilteringChannel()
    await channel.tell(anOrder({ status: 'cancelled' }))
    await channel.follow()
    expect(await ordersOf(channel)).toMatchObject([{ status: 'cancelled' }])
  })

  it('is updated if another worker imports it at the same moment', async () => {
    const channel = await aFilteringChannel()
    const order = anOrder()
    await channel.tell(order)
    const [first] = await channel.openTasks()
    await channel.tell({ ...order, status: 'on-hold', modifiedAt: '2026-03-01T10:05:00.000Z' })
    const second = (await channel.openTasks()).find(({ sk }) => sk !== first?.sk)
    const { db } = app()
    let isImported = false
    const transact: typeof db.transact = async (...given) => {
      if (!isImported) {
        isImported = true
        await runTask(app(), first as Item, app().clock(), createLog({}))
      }
      return await db.transact(...given)
    }
    const racing = { ...app(), db: { ...db, transact } }
    await runTask(racing, second as Item, racing.clock(), createLog({}))
    expect(await ordersOf(channel)).toMatchObject([{ platformStatus: 'on-hold' }])
  })
})

describe('the status filters of a Shopify channel', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    shop = await startShopify()
    const { address, server } = shop
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
  })
  afterEach(() => shop.server.stop())

  it('exclude orders of webhooks that a sync would not read', async () => {
    const channel = await aShopifyChannel(owner, shop, { statusFilters: ['paid'] })
    shop.put(sample(1, { state: 'open' }))
    shop.put(sample(2))
    for (const id of [1, 2]) await channel.tell(id)
    await channel.follow()
    expect(await ordersOf(channel)).toMatchObject([{ externalOrderId: '2' }])
    shop.put(sample(1, { modifiedAt: '2026-03-02T00:00:00.000Z' }))
    await channel.tell(1)
    await channel.follow()
    expect(await ordersOf(channel)).toHaveLength(2)
  })

  it('let orders wait while Shopify does not know one of them', async () => {
    const channel = await aShopifyChannel(owner, shop, { statusFilters: ['processing'] })
    shop.put(sample(1))
    await channel.tell(1)
    await channel.follow()
    expect(await channel.deliveries()).toMatchObject([
      { status: 'received', errorMessage: expect.stringMatching(/^INVALID_CONFIG: /) },
    ])
    const syncSettings = { autoImportEnabled: false, statusFilters: ['paid'] }
    expect((await owner.patch(`${CHANNELS}/${channel.id}`, { syncSettings })).status).toBe(200)
    later(2 * 60_000)
    await channel.follow()
    later(-2 * 60_000)
    expect(await ordersOf(channel)).toMatchObject([{ externalOrderId: '1' }])
  })
})
