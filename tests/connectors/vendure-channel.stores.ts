import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as syncChannels } from '../../functions/sales/every-minute-sync-channels.ts'
import { app } from '../../lib/platform/app/app.ts'
import { scheduleSyncAt } from '../../lib/sales/order-sync/sync-state-store.ts'
import { aProduct, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { startShop } from './real-shop.ts'

const CHANNELS = '/api/sales/channels'
const ORDERS = 5

let shop: Awaited<ReturnType<typeof startShop>>
let owner: Member
let channel: string

beforeAll(async () => {
  process.env.OUTBOUND_ALLOW_PRIVATE = 'true'
  shop = await startShop()
  for (let i = 0; i < ORDERS; i++) await shop.buy(i, 1 + (i % 3))
  owner = await aMember()
})
afterAll(() => shop?.stop())

/** Runs the schedule and the worker for the channel. */
const sync = async (id: string) => {
  await scheduleSyncAt(app().db, owner.tenant, id, new Date(app().clock()))
  await syncChannels({})
  await drainEvents()
  const { body } = await owner.get(`${CHANNELS}/${id}/sync-runs`)
  return body.member[0]
}

it('connects a real shop, discovers its channel and imports its orders on schedule', async () => {
  const credentials = { store_url: shop.url, username: 'superadmin', password: 'a real password' }
  const connected = await owner.post(CHANNELS, { name: 'Tea', code: 'TEA', type: 'vendure', credentials })
  expect(connected.status, JSON.stringify(connected.body)).toBe(201)
  const { id, connectionId, connectionStatus } = connected.body
  channel = `${CHANNELS}/${id}`
  expect(connectionStatus).toMatchObject({ connected: true, errorCode: null })
  const discovered = await owner.get(`/api/sales/connections/${connectionId}/store-channels`)
  expect(discovered.body.channels).toMatchObject([{ code: '__default_channel__', currencies: ['USD'] }])
  const refreshed = await owner.post(`${CHANNELS}/${id}/refresh-capabilities`)
  expect(refreshed.body).toMatchObject({ defaultCurrency: 'USD', defaultLocale: 'en' })

  expect(await sync(id)).toMatchObject({ status: 'success', itemsSynced: ORDERS, itemsFailed: 0, itemsPending: 0 })
  const orders = async () => (await owner.get(`/api/sales/orders?channelId=${id}&itemsPerPage=100`)).body
  expect((await orders()).totalItems).toBe(ORDERS)

  const bought = await shop.buy(ORDERS, 2)
  expect(await sync(id)).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 0 })
  const { totalItems, member } = await orders()
  expect(totalItems).toBe(ORDERS + 1)
  expect(member[0]).toMatchObject({
    externalOrderId: bought.code,
    status: 'accepted',
    platformStatus: 'PaymentAuthorized',
    total: bought.totalWithTax,
    currency: 'USD',
    lineItems: [{ sku: 'TEA-1', quantity: 2 }],
  })
  const payload = await owner.get(`${CHANNELS}/${id}/external-orders/${bought.code}`)
  expect(JSON.parse(payload.body.payload)).toMatchObject({ code: bought.code })
})

/** Returns the last run of the channel after all requested work is done. */
const ended = async (path: string, body: object = {}) => {
  const { status, body: answer } = await owner.post(`${channel}/${path}`, body)
  expect(status, JSON.stringify(answer)).toBe(202)
  await drainEvents()
  return (await owner.get(`${channel}/sync-runs`)).body.member[0]
}

const variantOf = async (sku: string) => {
  const { member } = (await owner.get(`/api/catalog/variants?itemsPerPage=100&search=${sku}`)).body
  return member.find((each: { sku: string }) => each.sku === sku) as { id: string; productId: string }
}

interface Sold {
  id: string
  sku: string
  name: string
  price: number
  product: { id: string; name: string; description: string }
  stockLevels: { stockOnHand: number }[]
}

const soldThere = async () => {
  const { productVariants } = await shop.admin(`{ productVariants(options: { sort: { id: ASC } }) { items {
    id sku name price product { id name description } stockLevels { stockOnHand } } } }`)
  return (productVariants as { items: Sold[] }).items
}
const thereOf = async (sku: string) => (await soldThere()).find((each) => each.sku === sku) as Sold
const changeThere = async (sku: string, fields: object) => {
  const { id } = await thereOf(sku)
  await shop.admin('mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }', {
    input: [{ id, ...fields }],
  })
}

it('imports the catalog without any drift', async () => {
  const remote = await owner.get(`${channel}/catalog/remote`)
  expect(remote.body.items.map(({ sku }: Sold) => sku)).toEqual(['TEA-1', 'POT-1'])
  expect(await ended('catalog/import')).toMatchObject({ type: 'products', status: 'success', itemsSynced: 2 })
  const tea = await variantOf('TEA-1')
  expect(tea).toMatchObject({ name: 'Green tea', prices: [{ currency: 'USD', amount: 1290 }] })
  expect((await owner.get(`/api/catalog/products/${tea.productId}`)).body).toMatchObject({ description: 'Leaves' })
  expect((await owner.get(`${channel}/catalog/drift`)).body).toMatchObject({ driftedCount: 0 })
  expect((await owner.get(`${channel}/catalog/remote`)).body).toMatchObject({ items: [], hasMore: false })
  expect(await ended('catalog/import')).toMatchObject({ status: 'success', itemsSynced: 0, itemsUnchanged: 2 })
})

it('publishes changes and new variants, and nothing when it is repeated', async () => {
  const { id } = await variantOf('TEA-1')
  await owner.patch(`/api/catalog/variants/${id}`, { name: 'Sencha', prices: [{ currency: 'USD', amount: 1500 }] })
  const cups = await aProduct(owner, { name: 'Cup & saucer', description: 'White\n<glazed>' })
  for (const size of ['small', 'large'])
    await aVariant(owner, {
      ...{ sku: `CUP-${size}`, name: size, productId: cups.id },
      prices: [{ currency: 'USD', amount: 700 }],
    })
  expect((await owner.get(`${channel}/catalog/drift`)).body).toMatchObject({ driftedCount: 1, neverPushedCount: 2 })
  const run = await ended('catalog/publish')
  expect(run).toMatchObject({ type: 'products_push', status: 'success', itemsSynced: 3, itemsFailed: 0 })
  expect(await thereOf('TEA-1')).toMatchObject({ name: 'Sencha', price: 1500, product: { name: 'Green tea' } })
  const [small, large] = await Promise.all([thereOf('CUP-small'), thereOf('CUP-large')])
  expect(small).toMatchObject({ name: 'small', price: 700, product: { name: 'Cup & saucer' } })
  expect(small.product).toEqual(large.product)
  expect(small.product.description).toBe('<p>White<br>&lt;glazed&gt;</p>')
  expect((await owner.get(`${channel}/catalog/drift`)).body).toMatchObject({ driftedCount: 0 })
  expect(await ended('catalog/publish', { force: true })).toMatchObject({ status: 'success', itemsFailed: 0 })
  expect(await soldThere()).toHaveLength(4)
})

it('reports a change on both sides as a conflict until ours is accepted and published', async () => {
  const { id } = await variantOf('TEA-1')
  const detect = async () => {
    const { status, body } = await owner.post(`${channel}/catalog/detect-conflicts`)
    expect(status, JSON.stringify(body)).toBe(200)
    const target = encodeURIComponent(`commerce:///sales/channels/${channel.split('/').at(-1)}`)
    const ledger = await owner.get(`/api/data-exchange/conflicts?status=open&target=${target}`)
    return ledger.body.member
  }
  expect(await detect()).toEqual([])
  await changeThere('TEA-1', { translations: [{ languageCode: 'en', name: 'Theirs' }] })
  await changeThere('POT-1', { price: 4100 })
  await owner.patch(`/api/catalog/variants/${id}`, { name: 'Mine' })
  expect(await detect()).toMatchObject([{ field: '/name', base: 'Sencha', mine: 'Mine', theirs: 'Theirs' }])
  const resolve = (resolution: string) =>
    owner.post(`${channel}/catalog/variants/${id}/resolve-conflict`, { resolution })
  expect((await resolve('accept_theirs')).status).toBe(409)
  expect(await thereOf('TEA-1')).toMatchObject({ name: 'Theirs' })
  expect((await resolve('accept_mine')).status).toBe(200)
  expect(await thereOf('TEA-1')).toMatchObject({ name: 'Mine', price: 1500 })
  expect(await detect()).toEqual([])
  expect(await thereOf('POT-1')).toMatchObject({ price: 4100 })
})

it('publishes the stock', async () => {
  const { id: variantId } = await variantOf('TEA-1')
  const stock = await aStockItem(owner, { variantId, onHand: 12, reserved: 2 })
  await aStockItem(owner, { variantId: (await variantOf('CUP-small')).id, onHand: 0 })
  const run = await ended('inventory/publish')
  expect(run).toMatchObject({ type: 'inventory_push', status: 'success', itemsFailed: 0 })
  expect((await thereOf('TEA-1')).stockLevels).toEqual([{ stockOnHand: 10 }])
  expect((await thereOf('CUP-small')).stockLevels).toEqual([{ stockOnHand: 0 }])
  await expect(shop.buy(90, 11)).rejects.toThrow()
  await owner.post(`/api/inventory/stock-items/${stock.id}/correct`, { onHand: 3 })
  expect(await ended('inventory/publish')).toMatchObject({ status: 'success', itemsSynced: 1 })
  expect((await thereOf('TEA-1')).stockLevels).toEqual([{ stockOnHand: 1 }])
})

it('publishes a variant again that was deleted in the shop', async () => {
  const { id } = await thereOf('CUP-large')
  await shop.admin('mutation ($id: ID!) { deleteProductVariant(id: $id) { result } }', { id })
  const { id: variantId } = await variantOf('CUP-large')
  await owner.patch(`/api/catalog/variants/${variantId}`, { name: 'very large' })
  expect(await ended('catalog/publish')).toMatchObject({ status: 'success', itemsSynced: 1, itemsFailed: 0 })
  const again = await thereOf('CUP-large')
  expect(again).toMatchObject({ name: 'very large', product: { id: (await thereOf('CUP-small')).product.id } })
})
