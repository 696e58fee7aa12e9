import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler as followStock } from '../../functions/inventory/every-minute-follow-stock.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { anInternal, anOrder, aPolicy, counting, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const SKU = 'SKU-1'

describe.each(Object.entries(PLATFORMS))('pieces that a shop of %s has promised', (type, start) => {
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
  let stock: { id: string }

  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))
  beforeEach(async () => {
    platform = await start()
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    const { address, server } = platform
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    owner = await aMember()
    platform.shelf.sell(goods(1))
    const { credentials, config: connectorConfig } = platform
    channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run('catalog/import')
    await aPolicy(owner)
  })

  const run = async (path: string) => {
    expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`)).status).toBe(202)
    await runPartitions(owner)
  }
  const publish = () => run('inventory/publish')
  const offered = () => platform.shelf.sold().find(({ sku }) => sku === SKU)?.quantity
  const planned = async () => (await owner.get(`${CHANNELS}/${channel.id}/inventory/plan`)).body.member[0]
  const stockUp = async (onHand: number) => {
    const { id: variantId } = (await owner.get('/api/catalog/variants')).body.member[0]
    stock = await stocking(owner, variantId, (await anInternal(owner)).id, onHand)
  }
  const holdAll = async () => {
    const conditions = [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '5000' }] }]
    const set = { channelId: channel.id, name: 'Large orders', conditions, action: 'hold' }
    expect((await owner.post('/api/sales/acceptance-rule-sets', set)).status).toBe(201)
  }
  const order = async (quantity: number, total: number) => {
    const placed = await anOrder(owner, [{ sku: SKU, quantity }], { channelId: channel.id, total })
    await settled()
    return placed
  }
  const decide = async ({ id }: { id: string }, how: string) => {
    const body = how === 'accept' ? '' : { reason: 'Fraud' }
    const answer = await owner.post(`/api/sales/orders/${id}/${how}`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await settled()
  }
  const follow = async () => {
    await followStock({})
    await runPartitions(owner)
  }

  it('by an order that is held are not offered, whether it came after a publish or before it', async () => {
    await stockUp(7)
    await holdAll()
    const held = await order(6, 9000)
    expect(await planned()).toMatchObject({ quantity: 1, unreservedQuantity: 6 })
    await publish()
    expect(offered()).toBe(1)
    await decide(held, 'accept')
    await publish()
    expect(await planned()).toMatchObject({ quantity: 1, unreservedQuantity: 0 })
    expect(offered()).toBe(1)

    await counting(owner, stock.id, 13)
    await publish()
    expect(offered()).toBe(7)
    platform.shelf.buy(SKU, 6)
    const second = await order(6, 9000)
    await follow()
    expect(offered()).toBe(1)
    await decide(second, 'accept')
    await follow()
    expect(offered()).toBe(1)
  })

  it('are those of the linked variant, whatever the shop calls it by now', async () => {
    await stockUp(7)
    await holdAll()
    const externalVariantId = platform.shelf.sold().find(({ sku }) => sku === SKU)?.variant
    const lineItems = [{ sku: 'NEW-NAME', externalVariantId, quantity: 6, name: 'Renamed', unitPrice: 1500 }]
    const held = await anOrder(owner, [], { channelId: channel.id, total: 9000, lineItems })
    expect(await planned()).toMatchObject({ quantity: 1, unreservedQuantity: 6 })
    await publish()
    expect(offered()).toBe(1)
    await decide(held, 'accept')
    expect(await planned()).toMatchObject({ quantity: 1, unreservedQuantity: 0 })
    await decide(held, 'cancel')
    expect(await planned()).toMatchObject({ quantity: 7, unreservedQuantity: 0 })
  })

  it('are offered again once when the order is rejected, or cancelled', async () => {
    await stockUp(7)
    await holdAll()
    const [rejected, cancelled] = [await order(3, 9000), await order(2, 9000)]
    await publish()
    expect(offered()).toBe(2)
    await decide(rejected, 'reject')
    expect(await planned()).toMatchObject({ quantity: 5, unreservedQuantity: 2 })
    await decide(cancelled, 'cancel')
    expect(await planned()).toMatchObject({ quantity: 7, unreservedQuantity: 0 })
    await publish()
    expect(offered()).toBe(7)
  })

  it('by an order that lacks stock leave nothing, until a receipt has served it and more', async () => {
    await stockUp(5)
    await publish()
    expect(offered()).toBe(5)
    await order(9, 900)
    expect(await planned()).toMatchObject({ quantity: 0, unreservedQuantity: 9 })
    await publish()
    expect(offered()).toBe(0)
    await counting(owner, stock.id, 9)
    expect(await planned()).toMatchObject({ quantity: 0 })
    await follow()
    await settled()
    expect(await planned()).toMatchObject({ quantity: 0, unreservedQuantity: 0 })
    await counting(owner, stock.id, 12)
    await follow()
    expect(await planned()).toMatchObject({ quantity: 3, unreservedQuantity: 0 })
  })

  it('may leave less than nothing if backorders are allowed', async () => {
    await stockUp(5)
    await owner.patch(`${CHANNELS}/${channel.id}`, {
      connectorConfig: { ...platform.config, backorder_policy: 'allow' },
    })
    await order(9, 900)
    expect(await planned()).toMatchObject({ quantity: -4, unreservedQuantity: 9 })
  })
})
