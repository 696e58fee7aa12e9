import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aChannel, anAssortment, aProduct, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const SKU = 'MINT-1'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})
afterAll(() => useApp(undefined))

type Platform = Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>

const connect = async (platform: Platform) => {
  const { type, address, server, credentials, config: connectorConfig } = platform
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  return (await aChannel(owner, { type, credentials, connectorConfig })) as { id: string }
}
const run = async (channel: { id: string }, path: string) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`)).status).toBe(202)
  await runPartitions(owner)
  const [last] = await runsOf(owner, channel)
  return last as NonNullable<typeof last>
}

describe.each(Object.entries(PLATFORMS))('a product that %s does not have yet', (_type, start) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await start()
  })
  afterEach(() => platform.server.stop())

  it('is created there by its first publish, follows changes, and is sold no more once it left the assortment', async () => {
    const channel = await connect(platform)
    const { id: productId } = await aProduct(owner, { name: 'Mint tea', description: 'Fresh' })
    const prices = [{ currency: 'EUR', amount: 1290 }]
    const variant = await aVariant(owner, { productId, sku: SKU, name: 'Loose', prices })
    const assortment = await anAssortment(owner)
    const place = `/api/catalog/assortments/${assortment.id}/variants/${variant.id}`
    await owner.put(place)
    const link = { assortmentId: assortment.id, direction: 'push' }
    expect((await owner.put(`${CHANNELS}/${channel.id}/catalog-links`, link)).status).toBeLessThan(300)
    await aStockItem(owner, { variantId: variant.id, onHand: 5 })
    const sold = () => platform.shelf.sold().filter(({ sku }) => sku === SKU)

    expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsSynced: 1, itemsFailed: 0 })
    expect(await run(channel, 'inventory/publish')).toMatchObject({ itemsSynced: 1, itemsFailed: 0 })
    expect(sold()).toMatchObject([{ sku: SKU, quantity: 5 }])
    expect(platform.shelf.priceOf(SKU).paid).toBe(12.9)

    await owner.patch(`/api/catalog/variants/${variant.id}`, { prices: [{ currency: 'EUR', amount: 1490 }] })
    for (const changes of [1, 0])
      expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsSynced: changes, itemsFailed: 0 })
    expect(platform.shelf.priceOf(SKU).paid).toBe(14.9)
    expect(sold()).toMatchObject([{ quantity: 5 }])

    expect((await owner.delete(place)).status).toBe(204)
    await run(channel, 'inventory/publish')
    expect(sold()).toMatchObject([{ quantity: 0, backorders: false }])
  })
})

it('leaves a draft of WooCommerce a draft, whatever is published to it', async () => {
  const shop = await startWooCommerce()
  try {
    const channel = await connect(shop)
    shop.shelf.sell(goods(1))
    const [draft] = [...shop.catalog.products.values()]
    if (!draft) throw new Error('nothing is sold')
    draft.status = 'draft'
    expect(await run(channel, 'catalog/import')).toMatchObject({ itemsFailed: 0 })
    const [variant] = (await owner.get('/api/catalog/variants')).body.member
    await aStockItem(owner, { variantId: variant.id, onHand: 5 })
    await owner.patch(`/api/catalog/variants/${variant.id}`, { prices: [{ currency: 'EUR', amount: 1490 }] })
    await run(channel, 'catalog/publish')
    await run(channel, 'inventory/publish')
    const [after] = [...shop.catalog.products.values()]
    expect(after).toMatchObject({ status: 'draft', regular_price: '14.90', stock_quantity: 5 })
  } finally {
    await shop.server.stop()
  }
})
