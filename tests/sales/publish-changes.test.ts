import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { connect as connectTo, PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { aChannel, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})
afterAll(() => useApp(undefined))

type Platform = Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>

const open = ({ address, server }: Pick<Platform, 'address' | 'server'>) => {
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
}
const run = async (channel: { id: string }, path: string, body?: object) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`, body)).status).toBe(202)
  await runPartitions(owner)
  const [last] = await runsOf(owner, channel)
  return last as NonNullable<typeof last>
}
const variants = async () => (await owner.get('/api/catalog/variants?itemsPerPage=100')).body.member
const variantOf = async (sku: string) => (await variants()).find((each: { sku: string }) => each.sku === sku)
const driftOf = async (channel: { id: string }, variant: { id: string }) =>
  (await owner.get(`${CHANNELS}/${channel.id}/catalog/variants/${variant.id}/diff`)).body

describe.each(Object.entries(PLATFORMS))('a publish to %s', (type, start) => {
  let platform: Platform
  let channel: { id: string }
  beforeEach(async () => {
    platform = await start()
    open(platform)
    platform.shelf.sell(goods(1, { description: 'Ours' }))
    const { credentials, config: connectorConfig } = platform
    channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run(channel, 'catalog/import')
  })
  afterEach(() => platform.server.stop())

  const shown = async () => {
    const { connector, store } = connectTo(platform)
    const page = await connector.catalog?.page(store, null)
    return page?.variants[0]
  }
  const change = async (fields: object) => {
    const { id } = await variantOf('SKU-1')
    expect((await owner.patch(`/api/catalog/variants/${id}`, fields)).status).toBe(200)
  }

  it('keeps a price that was changed in the shop when something else changed here', async () => {
    platform.shelf.reprice('SKU-1', '17.00')
    await run(channel, 'catalog/import')
    const variant = await variantOf('SKU-1')
    expect(await driftOf(channel, variant)).toMatchObject({ status: 'changed_in_shop', changedInShop: ['/prices/EUR'] })
    const { productId } = variant
    await owner.patch(`/api/catalog/products/${productId}`, { description: 'Ours, and better' })
    expect(await run(channel, 'catalog/publish')).toMatchObject({ status: 'success', itemsFailed: 0 })
    expect(await shown()).toMatchObject({ content: { description: 'Ours, and better', prices: { EUR: 1700 } } })
    expect(await driftOf(channel, variant)).toMatchObject({ status: 'changed_in_shop', changedInShop: ['/prices/EUR'] })
    expect((await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)).body).toMatchObject({
      ...{ driftedCount: 0, changedInShopCount: 1 },
    })
  })

  it('is a conflict where both sides changed the same, and writes neither', async () => {
    platform.shelf.reprice('SKU-1', '17.00')
    await change({ prices: [{ currency: 'EUR', amount: 1600 }] })
    expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsSynced: 0, itemsSkipped: 1 })
    expect(await shown()).toMatchObject({ content: { prices: { EUR: 1700 } } })
    const target = encodeURIComponent(`commerce:///sales/channels/${channel.id}`)
    expect((await owner.get(`/api/data-exchange/conflicts?status=open&target=${target}`)).body.member).toMatchObject([
      { field: '/prices/EUR', base: 1290, mine: 1600, theirs: 1700 },
    ])
  })

  it('overwrites the shop by force', async () => {
    platform.shelf.reprice('SKU-1', '17.00')
    await run(channel, 'catalog/publish', { force: true })
    expect(await shown()).toMatchObject({ content: { prices: { EUR: 1290 } } })
  })

  it('never takes a price away, and says that there is none in the currency of the shop', async () => {
    await change({ prices: [{ currency: 'USD', amount: 1999 }] })
    const last = await run(channel, 'catalog/publish')
    expect((await recordsOf(owner, channel, last)).member).toMatchObject([
      { action: 'failed', errorMessage: 'The variant has no price in EUR, the currency of the shop.' },
    ])
    expect(await shown()).toMatchObject({ content: { prices: { EUR: 1290 } } })
  })
})

describe('prices of two channels of a Vendure shop', () => {
  let shop: Awaited<ReturnType<typeof startVendure>>
  const connect = async (token?: string) => {
    const { type, credentials } = shop
    return await aChannel(owner, { type, credentials: { ...credentials, ...(token && { channel_token: token }) } })
  }
  const priceIn = (token: string) => {
    const [tea] = [...shop.catalog.variants.values()]
    return token ? tea?.channelPrices[token]?.[0]?.price : tea?.prices[0]?.price
  }
  beforeEach(async () => {
    shop = await startVendure()
    shop.mode.precision = 2
    shop.mode.pricesIncludeTax = false
    shop.mode.channels = [{ code: 'gross', token: 'gross-token', pricesIncludeTax: true }]
    open(shop)
    shop.shelf.sell(goods(1, { variants: [{ sku: 'TEA-1', name: 'Green tea', price: '12.90' }] }))
    const [tea] = [...shop.catalog.variants.values()]
    if (tea) tea.channelPrices = { 'gross-token': [{ currencyCode: 'EUR', price: 1535 }] }
  })
  afterEach(() => shop.server.stop())

  it.each(['net', 'gross'])('are told apart if the %s channel is imported first', async (first) => {
    const [net, gross] = [await connect(), await connect('gross-token')]
    for (const channel of first === 'net' ? [net, gross] : [gross, net]) await run(channel, 'catalog/import')
    expect((await owner.get(`${CHANNELS}/${net.id}`)).body.pricesIncludeTax).toBe(false)
    expect((await owner.get(`${CHANNELS}/${gross.id}`)).body.pricesIncludeTax).toBe(true)
    const tea = await variantOf('TEA-1')
    expect(tea.prices).toEqual([
      { currency: 'EUR', amount: first === 'net' ? 1290 : 1535, includesTax: first === 'gross' },
    ])
    await owner.patch(`/api/catalog/variants/${tea.id}`, { name: 'Greener tea' })
    for (const channel of [net, gross])
      for (const body of [{}, { force: true }])
        expect(await run(channel, 'catalog/publish', body)).toMatchObject({ itemsFailed: 0 })
    expect([priceIn(''), priceIn('gross-token')]).toEqual([1290, 1535])
  })

  it('are refused where a new variant has only a price of the other kind', async () => {
    const net = await connect()
    const prices = [{ currency: 'EUR', amount: 1535, includesTax: true }]
    await aVariant(owner, { sku: 'NEW', prices })
    const last = await run(net, 'catalog/publish')
    expect(await storedRecordsOf(owner, last)).toMatchObject([
      {
        ...{ action: 'failed', label: 'NEW' },
        errorMessage: 'The variant has no price in EUR without tax, as the prices of the shop are.',
      },
    ])
  })
})

describe('products of Shopify that are not on sale', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  let channel: { id: string }
  beforeEach(async () => {
    shop = await startShopify()
    open(shop)
    for (const [count, sku] of ['TS', 'TS', 'SOON'].entries())
      shop.shelf.sell(goods(count, { name: `Shirt ${count}`, variants: [{ sku, name: 'Shirt', price: '20.00' }] }))
    const [old, , draft] = [...shop.catalog.products.values()]
    Object.assign(old ?? {}, { status: 'ARCHIVED' })
    Object.assign(draft ?? {}, { status: 'DRAFT' })
    const { type, credentials } = shop
    channel = await aChannel(owner, { type, credentials })
  })
  afterEach(() => shop.server.stop())
  const quantities = () => shop.shelf.sold().map(({ sku, quantity }) => [sku, quantity])

  it('take no SKU from one on sale, and drafts are known as such', async () => {
    expect(await run(channel, 'catalog/import')).toMatchObject({ itemsSynced: 2, itemsSkipped: 1, itemsFailed: 0 })
    const { id: variantId } = await variantOf('TS')
    await aStockItem(owner, { variantId, onHand: 7, reserved: 0 })
    await run(channel, 'inventory/publish')
    expect(quantities()).toEqual([
      ['TS', null],
      ['TS', 7],
      ['SOON', null],
    ])
    const rows: { sku: string; shopState: string | null }[] = (
      await owner.get(`${CHANNELS}/${channel.id}/catalog/drift/rows`)
    ).body.member
    expect(rows.map(({ sku, shopState }) => [sku, shopState]).sort()).toEqual([
      ['SOON', 'draft'],
      ['TS', null],
    ])
  })

  it('are not matched by a publish', async () => {
    await aVariant(owner, { sku: 'TS', name: 'Shirt', prices: [{ currency: 'EUR', amount: 2100 }] })
    expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsSynced: 1, itemsFailed: 0 })
    expect([...shop.catalog.variants.values()].map(({ price }) => price)).toEqual(['20.00', '21.00', '20.00'])
  })

  it('give their SKU to the product that replaces them', async () => {
    const [old, next] = [...shop.catalog.products.values()]
    Object.assign(old ?? {}, { status: 'ACTIVE' })
    Object.assign(next ?? {}, { status: 'ARCHIVED' })
    await run(channel, 'catalog/import')
    Object.assign(old ?? {}, { status: 'ARCHIVED' })
    Object.assign(next ?? {}, { status: 'ACTIVE' })
    await run(channel, 'catalog/import')
    await run(channel, 'catalog/import')
    const { id: variantId } = await variantOf('TS')
    await aStockItem(owner, { variantId, onHand: 7, reserved: 0 })
    await run(channel, 'inventory/publish')
    expect(quantities()[1]).toEqual(['TS', 7])
  })

  it('are no reason to end a sale, which is not the price', async () => {
    const [, variant] = [...shop.catalog.variants.values()]
    Object.assign(variant ?? {}, { price: '15.00', compareAtPrice: '20.00' })
    await run(channel, 'catalog/import')
    const { id } = await variantOf('TS')
    expect((await variantOf('TS')).prices).toMatchObject([{ currency: 'EUR', amount: 2000 }])
    await owner.patch(`/api/catalog/variants/${id}`, { prices: [{ currency: 'EUR', amount: 2200 }] })
    expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsFailed: 0 })
    expect(variant).toMatchObject({ price: '15.00', compareAtPrice: '22.00' })
    await owner.patch(`/api/catalog/variants/${id}`, { prices: [{ currency: 'EUR', amount: 1400 }] })
    expect(await run(channel, 'catalog/publish')).toMatchObject({ itemsFailed: 1 })
    expect(variant).toMatchObject({ price: '15.00', compareAtPrice: '22.00' })
  })
})
