import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { goods } from '../connectors/servers/goods.ts'
import type { StoreServer } from '../connectors/servers/server.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
let server: StoreServer | undefined
beforeEach(async () => {
  owner = await aMember()
})
afterEach(() => server?.stop())
afterAll(() => useApp(undefined))

const connect = async (shop: Awaited<ReturnType<typeof startShopify>> | Awaited<ReturnType<typeof startSylius>>) => {
  server = shop.server
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  const { type, credentials, config: connectorConfig } = shop
  return await aChannel(owner, { type, credentials, connectorConfig })
}
const run = async (channel: { id: string }, path: string) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`)).status).toBe(202)
  await runPartitions(owner)
  const [last] = await runsOf(owner, channel)
  return await storedRecordsOf(owner, last as NonNullable<typeof last>)
}
const variants = async () => {
  const { body } = await owner.get('/api/catalog/variants?itemsPerPage=100')
  return body.member.sort((a: { sku: string }, b: { sku: string }) => (a.sku < b.sku ? -1 : 1))
}
const EUR = [{ currency: 'EUR', amount: 2000 }]

it('reads the options of Sylius as attributes, and posts a new variant with the values of its own', async () => {
  const shop = await startSylius()
  shop.shelf.sell(
    goods(1, {
      name: 'Hemd',
      variants: ['M', 'L'].map((size) => ({ sku: `H-${size}`, name: 'Hemd', price: '20.00' })),
    }),
  )
  const sizes = ['M', 'L', 'XL'].map((value) => ({ code: `size_${value.toLowerCase()}`, value }))
  shop.catalog.options.set('size', { name: 'Size', values: sizes.slice(0, 2) })
  const [product] = [...shop.catalog.products.values()]
  Object.assign(product ?? {}, { options: ['/api/v2/admin/product-options/size'] })
  const iriOf = (code: string) => `/api/v2/admin/product-options/size/values/${code}`
  // Variants with options rarely have names; the shop then shows an empty list.
  for (const variant of shop.catalog.variants.values())
    Object.assign(variant, { optionValues: [iriOf(`size_${variant.code.slice(2).toLowerCase()}`)], translations: [] })
  const channel = await connect(shop)
  await run(channel, 'catalog/import')
  expect(await variants()).toMatchObject([
    { sku: 'H-L', name: 'Hemd - L', attributes: { Size: 'L' } },
    { sku: 'H-M', name: 'Hemd - M', attributes: { Size: 'M' } },
  ])

  const [{ productId }] = await variants()
  const added = { productId, sku: 'H-XL', name: 'Hemd XL', prices: EUR }
  const { id } = await aVariant(owner, { ...added, attributes: { Size: 'XL' } })
  expect(await run(channel, 'catalog/publish')).toMatchObject([
    {
      ...{ action: 'failed', label: 'H-XL' },
      errorMessage: 'The option Size of the shop has no value XL. Add it in the shop first.',
    },
  ])
  shop.catalog.options.set('size', { name: 'Size', values: sizes })
  await owner.patch(`/api/catalog/variants/${id}`, { name: 'Hemd in XL' })
  expect(await run(channel, 'catalog/publish')).toMatchObject([{ action: 'created', label: 'H-XL' }])
  expect(shop.catalog.variants.get('H-XL')).toMatchObject({ optionValues: [iriOf('size_xl')] })
})

it('never makes the name of a variant an option value of Shopify', async () => {
  const shop = await startShopify()
  shop.shelf.sell(goods(1, { name: 'Tee', variants: [{ sku: 'TEE-1', name: 'Blue S', price: '20.00' }] }))
  const [product] = [...shop.catalog.products.values()]
  const [first] = [...shop.catalog.variants.values()]
  Object.assign(product ?? {}, { options: ['Color', 'Size'] })
  const selectedOptions = [
    { name: 'Color', value: 'Blue' },
    { name: 'Size', value: 'S' },
  ]
  Object.assign(first ?? {}, { selectedOptions })
  const channel = await connect(shop)
  await run(channel, 'catalog/import')
  const [{ productId }] = await variants()
  const add = (sku: string, attributes: object) =>
    aVariant(owner, { productId, sku, name: `Tee red L ${sku}`, attributes, prices: EUR })
  await add('A', { size: 'L' })
  await add('B', { Farbe: 'Rot', Größe: 'L' })
  await add('C', { Size: 'L', Color: 'Red' })
  const records = await run(channel, 'catalog/publish')
  const outcomes = records.map(({ label, action, errorMessage }) => [label, action, errorMessage])
  expect(outcomes.sort()).toEqual([
    ['A', 'failed', 'The variant has no attribute Color.'],
    ['B', 'failed', 'The variant has no attribute Color.'],
    ['C', 'created', null],
  ])
  const made = [...shop.catalog.variants.values()].find(({ sku }) => sku === 'C')
  expect(made?.selectedOptions).toEqual([
    { name: 'Color', value: 'Red' },
    { name: 'Size', value: 'L' },
  ])
  expect(shop.catalog.variants.size).toBe(2)
})
