import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { handler as followContent } from '../../functions/sales/every-minute-follow-content.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { type Goods, goods } from '../connectors/servers/goods.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const NOTHING = { gtin: null, mpn: null, hsCode: null, countryOfOrigin: null, weightGrams: null, lengthMm: null }

let owner: Member
let stop = () => {}
afterEach(() => stop())
afterAll(() => useApp(undefined))

type Name = keyof typeof PLATFORMS

/** Connects a shop that sells a product. */
const open = async (type: Name, sold: Goods) => {
  const platform = await PLATFORMS[type]()
  stop = () => platform.server.stop()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server, credentials, config: connectorConfig } = platform
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  owner = await aMember()
  platform.shelf.sell(sold)
  const channel = await aChannel(owner, { type, credentials, connectorConfig })
  const run = async (path: string) => {
    expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`)).status).toBe(202)
    await runPartitions(owner)
    const [last] = await runsOf(owner, channel)
    return last as NonNullable<typeof last>
  }
  const records = async () => {
    const found = await storedRecordsOf(owner, await run('catalog/import'))
    return new Map(found.map((record) => [record.label, record]))
  }
  const drift = async () => {
    await followContent({})
    return (await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)).body
  }
  return { platform, channel, run, records, drift }
}

const find = async (sku: string) => (await owner.get(`/api/catalog/variants?sku=${sku}`)).body.member[0]

const isOf = (barcode: string | null, weight: object, hs: string | null = null, country: string | null = null) => ({
  barcode,
  inventoryItem: { harmonizedSystemCode: hs, countryCodeOfOrigin: country, measurement: { weight } },
})

describe('the goods of a variant in Shopify', () => {
  it('are taken over at import, weights in grams, and what cannot be right is left out and told', async () => {
    const [one, two] = ['SKU-1', 'SKU-2']
    const variants = [one, two].map((sku) => ({ sku, name: sku, price: '12.90' }))
    const { platform, records } = await open('shopify', goods(1, { variants }))
    platform.shelf.describe?.(one, isOf('7300011000017', { unit: 'POUNDS', value: 2 }, '0902.10', 'IN'))
    platform.shelf.describe?.(two, isOf('ISBN 3-16-148410-X', { unit: 'KILOGRAMS', value: 0 }, '09', null))
    const found = await records()
    const told = { gtin: '7300011000017', hsCode: '090210', countryOfOrigin: 'IN', weightGrams: 907 }
    expect(await find(one)).toMatchObject({ ...NOTHING, ...told })
    expect(found.get(one)).toMatchObject({ action: 'created', errorMessage: null })
    expect(await find(two)).toMatchObject(NOTHING)
    expect(found.get(two)).toMatchObject({
      action: 'created',
      errorMessage:
        'Not taken over: gtin must have 8, 12, 13 or 14 digits, beside spaces and hyphens; hsCode must have 6 to 13 digits, beside dots and spaces.',
    })
  })
})

describe('the goods of a variant in WooCommerce', () => {
  it('are taken over in the units of the shop, those of a product with its variations but for its number', async () => {
    const variants = ['SKU-1', 'SKU-2'].map((sku) => ({ sku, name: sku, price: '12.90' }))
    const { platform, records } = await open('woocommerce', goods(1, { variants }))
    const dimensions = { length: '10.5', width: '4', height: '' }
    platform.shelf.describe?.('Tea 1', { weight: '0.25', dimensions, global_unique_id: '96385074' })
    platform.shelf.describe?.('SKU-2', { weight: '1.2', global_unique_id: '7300011000017' })
    expect((await records()).get('SKU-2')).toMatchObject({ action: 'created', errorMessage: null })
    const size = { lengthMm: 105, widthMm: 40, heightMm: null }
    expect(await find('SKU-1')).toMatchObject({ ...NOTHING, ...size, weightGrams: 250 })
    expect(await find('SKU-2')).toMatchObject({ ...NOTHING, ...size, weightGrams: 1200, gtin: '7300011000017' })
  })
})

describe.each(['shopify', 'woocommerce'] as const)('what a shop of %s tells of the goods', (type) => {
  const say = { shopify: isOf('7300011000017', { unit: 'GRAMS', value: 300 }), woocommerce: {} }
  say.woocommerce = { global_unique_id: '7300011000017', weight: '0.3' }

  it('fills what is not known of a variant with its SKU, and replaces nothing', async () => {
    const { platform, channel, run, records } = await open(type, goods(1))
    const { id } = await aVariant(owner, { sku: 'SKU-1', weightGrams: 290 })
    platform.shelf.describe?.('SKU-1', say[type])
    expect((await records()).get('SKU-1')).toMatchObject({
      action: 'updated',
      changes: [{ field: '/gtin', from: null, to: '7300011000017' }],
    })
    expect(await find('SKU-1')).toMatchObject({ id, gtin: '7300011000017', weightGrams: 290 })
    await owner.patch(`/api/catalog/variants/${id}`, { gtin: '96385074' })
    expect(await run('catalog/import')).toMatchObject({ itemsUnchanged: 1, itemsSynced: 0 })
    expect(await find('SKU-1')).toMatchObject({ gtin: '96385074' })
    expect(channel.id).toBeDefined()
  })

  it('is neither drift nor a conflict, whatever changes on either side', async () => {
    const { platform, channel, run, drift } = await open(type, goods(1))
    platform.shelf.describe?.('SKU-1', say[type])
    await run('catalog/import')
    const { id } = await find('SKU-1')
    await owner.patch(`/api/catalog/variants/${id}`, { gtin: '96385074', weightGrams: 310, hsCode: '090210' })
    platform.shelf.describe?.('SKU-1', type === 'shopify' ? isOf(null, { unit: 'GRAMS', value: 1 }) : { weight: '9' })
    expect(await drift()).toMatchObject({ driftedCount: 0, neverPushedCount: 0, changedInShopCount: 0 })
    await run('catalog/import')
    expect(await drift()).toMatchObject({ driftedCount: 0, neverPushedCount: 0, changedInShopCount: 0 })
    expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)).status).toBeLessThan(300)
    expect((await owner.get('/api/data-exchange/conflicts')).body.totalItems).toBe(0)
  })
})

describe.each(['vendure', 'sylius'] as const)('a shop of %s, which tells nothing of the goods', (type) => {
  it('leaves them unknown at import', async () => {
    const { records } = await open(type, goods(1))
    expect((await records()).get('SKU-1')).toMatchObject({ action: 'created', errorMessage: null })
    expect(await find('SKU-1')).toMatchObject(NOTHING)
  })
})
