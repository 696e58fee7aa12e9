import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler as compareStock } from '../../functions/sales/every-hour-compare-stock.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { aChannel, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { later, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const SKU = 'SKU-1'

describe.each(Object.entries(PLATFORMS))('stock that a shop of %s has sold meanwhile', (type, start) => {
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
  let stock: { id: string }
  beforeEach(async () => {
    platform = await start()
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    const { address, server } = platform
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    owner = await aMember()
    platform.shelf.sell(goods(1))
    channel = await connect()
    await run('catalog/import')
    const { id: variantId } = (await owner.get('/api/catalog/variants')).body.member[0]
    stock = await aStockItem(owner, { variantId, onHand: 100, reserved: 0 })
    await publish()
    expect(offered()).toBe(100)
  })
  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))

  const connect = () => {
    const { credentials, config: connectorConfig } = platform
    return aChannel(owner, { type, credentials, connectorConfig, syncSettings: { daysToLookBack: 30 } })
  }
  const run = async (path: string, of = channel) => {
    expect((await owner.post(`${CHANNELS}/${of.id}/${path}`)).status).toBe(202)
    await runPartitions(owner)
    const [last] = await runsOf(owner, of)
    return last as NonNullable<typeof last>
  }
  const publish = (of = channel) => run('inventory/publish', of)
  const count = async (onHand: number) =>
    expect((await owner.post(`/api/inventory/stock-items/${stock.id}/correct`, { onHand })).status).toBe(200)
  const offered = () => platform.shelf.sold().find(({ sku }) => sku === SKU)?.quantity
  const planned = async () => (await owner.get(`${CHANNELS}/${channel.id}/inventory/plan`)).body.member[0]

  it('is not given back by a count', async () => {
    platform.shelf.buy(SKU, 60)
    await count(99)
    const last = await publish()
    expect(last).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 0 })
    expect(offered()).toBe(39)
    expect(() => platform.shelf.buy(SKU, 90)).toThrow('only 39 pieces are left')
    expect(await planned()).toMatchObject({ quantity: 99, confirmedQuantity: 99, withheldQuantity: 60 })
    expect((await storedRecordsOf(owner, last))[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: '/quantity', from: '40', to: '39' }],
    })

    platform.shelf.buy(SKU, 9)
    await publish()
    expect(offered()).toBe(30)
    await count(120)
    await publish()
    expect(offered()).toBe(51)
  })

  it('is not given back by a second channel of the shop either', async () => {
    const second = await connect()
    await run('catalog/import', second)
    platform.shelf.buy(SKU, 60)
    await count(90)
    await publish(second)
    expect(offered()).toBe(30)
    await publish()
    await publish(second)
    expect(offered()).toBe(30)
  })

  it('is told from a quantity that somebody raised in the shop, which is corrected', async () => {
    platform.shelf.restock(SKU, 500)
    const last = await publish()
    expect(offered()).toBe(100)
    expect((await storedRecordsOf(owner, last))[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: '/quantity', from: '500', to: '100' }],
    })
    expect(await publish()).toMatchObject({ itemsSynced: 0, itemsUnchanged: 1 })
  })

  it('leaves the choice of the staff not to count a variant', async () => {
    platform.shelf.uncount(SKU)
    await count(50)
    expect(await publish()).toMatchObject({ itemsSynced: 0, itemsFailed: 1 })
    expect(offered()).toBeNull()
  })

  it('leaves it uncounted as well where the tenant allows backorders, and when this ends', async () => {
    const connectorConfig = { ...platform.config, backorder_policy: 'allow' }
    await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })
    await publish()
    // A shop of Sylius does not count what it sells beyond its stock.
    if (type === 'sylius') return
    platform.shelf.uncount(SKU)
    await count(50)
    expect(await publish()).toMatchObject({ itemsSynced: 0, itemsFailed: 1 })
    await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig: platform.config })
    expect(await publish()).toMatchObject({ itemsSynced: 0, itemsFailed: 1 })
    expect(offered()).toBeNull()
  })

  it('leaves the choice of the staff to sell beyond the stock, until the tenant makes one', async () => {
    if (!platform.shelf.sellBeyond) return
    platform.shelf.sell(goods(2))
    platform.shelf.sellBeyond('SKU-2')
    await run('catalog/import')
    const { member } = (await owner.get('/api/catalog/variants')).body
    const { id: variantId } = member.find(({ sku }: { sku: string }) => sku === 'SKU-2')
    await aStockItem(owner, { variantId, onHand: 4 })
    await publish()
    const second = () => platform.shelf.sold().find(({ sku }) => sku === 'SKU-2')
    expect(second()).toMatchObject({ quantity: 4, backorders: true })
    const { id } = (await owner.get('/api/configuration/settings/key/warehousing.backorderPolicy')).body
    expect((await owner.put(`/api/configuration/settings/${id}`, { value: 'deny' })).status).toBe(200)
    await publish()
    expect(second()).toMatchObject({ quantity: 4, backorders: false })
  })

  it('is told within a day from what nobody sold, without a change of the stock here', async () => {
    const runs = async () => (await runsOf(owner, channel)).length
    const before = await runs()
    await compareStock({})
    expect(await runs()).toBe(before)

    platform.shelf.restock(SKU, 500)
    later(24 * 3_600_000)
    await compareStock({})
    await compareStock({})
    expect(await runs()).toBe(before + 1)
    await runPartitions(owner)
    expect(offered()).toBe(100)
    const [last] = await runsOf(owner, channel)
    expect((await storedRecordsOf(owner, last as { id: string }))[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: '/quantity', from: '500', to: '100' }],
    })

    platform.shelf.buy(SKU, 40)
    later(24 * 3_600_000)
    await compareStock({})
    await runPartitions(owner)
    expect(offered()).toBe(60)
  })
})
