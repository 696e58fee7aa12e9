import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RemoteVariant } from '../../lib/connectors/connector.ts'
import { shopify } from '../../lib/connectors/shopify/shopify.ts'
import { connect, refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startShopify } from './servers/shopify.ts'
import { confirmed, pushedTo, shownBy, toPush } from './variants.ts'

const { catalog, inventory } = shopify as Required<typeof shopify>

let platform: Awaited<ReturnType<typeof startShopify>>
let store: ReturnType<typeof connect>['store']
beforeEach(async () => {
  platform = await startShopify()
  store = connect(platform).store
})
afterEach(() => platform.server.stop())

const push = pushedTo(catalog, () => store)
const shownOf = shownBy(catalog, () => store)
const titles = () =>
  [...platform.catalog.variants.values()].map(({ selectedOptions }) => selectedOptions.map(({ value }) => value).join())

it('keeps a default variant without a name, even when others join it', async () => {
  const shown = await shownOf(toPush(1, { name: 'Tea 1' }))
  expect(titles()).toEqual(['Default Title'])
  expect(shown).toMatchObject({ title: 'Tea 1', content: { name: 'Tea 1' } })
  const { externalProductId } = shown
  await push({ ...toPush(2, { product: 1, name: 'Large' }), externalProductId })
  expect(titles()).toEqual(['Default Title', 'Large'])
  const renamed = { ...toPush(1, { name: 'Small' }), externalProductId, externalVariantId: shown.externalVariantId }
  expect((await shownOf(renamed)).content.name).toBe('Small')
  expect(titles()).toEqual(['Small', 'Large'])
})

it('finds a variant that was just created, although a search does not', async () => {
  const external = await push(toPush(1), toPush(2, { product: 1 }))
  platform.catalog.mode.blind = true
  expect(await push(toPush(1, { prices: { EUR: 5 } }), toPush(2, { product: 1 }))).toEqual(external)
  expect(platform.shelf.sold()).toHaveLength(2)
  expect((await catalog.find(store, external))[0]?.content.prices).toEqual({ EUR: 5 })
})

it('defines the metafield once for each connection', async () => {
  await push(toPush(1))
  await push(toPush(2))
  store = connect(platform).store
  await push(toPush(3))
  const defined = platform.server.asked.filter(({ body }) => String(body.query).startsWith('mutation DefineId'))
  expect(defined).toHaveLength(2)
})

it('publishes new products to the configured publications, even if the first response is lost', async () => {
  const seenAt = () => [...platform.catalog.products.values()].map(({ published }) => [...published])
  await push(toPush(1))
  expect(seenAt()).toEqual([[]])
  store = { ...store, config: { publication_id: '7, gid://shopify/Publication/8' } }
  platform.server.meanwhile(({ body }) => {
    if (String(body.query).startsWith('mutation Publish')) platform.server.always({ status: 500, json: {} })
  })
  expect(await catalog.push(store, [toPush(1), toPush(2)])).toMatchObject([{ confirmed: {} }, { failed: {} }])
  platform.server.meanwhile(() => undefined)
  platform.server.always(undefined)
  await push(toPush(2))
  expect(seenAt()).toEqual([[], ['gid://shopify/Publication/7', 'gid://shopify/Publication/8']])
})

it('reads the vendor as the brand, unless it is the name of the shop', async () => {
  const branded = await shownOf(toPush(1, { brand: 'Acme' }))
  expect(branded).toMatchObject({ content: { brand: 'Acme' }, shows: expect.arrayContaining(['/brand']) })
  const plain = await shownOf(toPush(2))
  expect(plain.content.brand).toBeNull()
  expect(plain.shows).not.toContain('/brand')
  const { externalProductId, externalVariantId } = branded
  expect((await shownOf({ ...toPush(1), externalProductId, externalVariantId })).content.brand).toBeNull()
})

it('uses the existing options of a product and reads them as attributes', async () => {
  const sizes = ['S', 'M'].map((name) => ({ sku: name, name, price: '1.00' }))
  platform.shelf.sell(goods(1, { variants: sizes }))
  const { variants } = await catalog.page(store, null)
  expect(variants.map(({ content }) => content.attributes)).toEqual([{ Size: 'S' }, { Size: 'M' }])
  for (const { shows } of variants) expect(shows).not.toContain('/name')
  const { externalProductId } = variants[0] as RemoteVariant
  const [fresh, taken] = await catalog.push(store, [
    { ...toPush(3, { product: 1, attributes: { size: 'L' } }), externalProductId },
    { ...toPush(4, { product: 1, attributes: { size: 'M' } }), externalProductId },
  ])
  expect(confirmed(fresh).externalProductId).toBe(externalProductId)
  expect(taken).toEqual({ id: toPush(4).id, refused: "The variant 'M' already exists." })
  await push(toPush(5, { product: 1, sku: 'S', name: 'Other' }))
  expect(titles()).toEqual(['S', 'M', 'L'])
})

it('finds whole SKUs only, in any case', async () => {
  platform.shelf.sell(goods(1, { variants: [{ sku: 'TEA-10', name: 'Ten', price: '1.00' }] }))
  for (const sku of ['TEA-1', 'tea-10', 'a"b\\c OR sku:*']) await push(toPush(1, { sku, product: Number(sku.length) }))
  expect(platform.shelf.sold().map(({ sku }) => sku)).toEqual(['tea-10', 'TEA-1', 'a"b\\c OR sku:*'])
})

it('sets the stock of the configured location and enables tracking', async () => {
  const [external] = await push(toPush(1))
  const level = { ...(external as NonNullable<typeof external>), id: '1', quantity: 4.7, backorders: 'deny' as const }
  const named = { ...store, config: { location_id: '10' } }
  expect(await inventory.push(named, [level])).toMatchObject([{ confirmed: external }])
  const item = platform.catalog.variants.get(level.externalVariantId)?.item
  expect(item).toMatchObject({ tracked: true })
  expect(Object.fromEntries(item?.levels ?? [])).toEqual({
    [platform.catalog.location]: 0,
    'gid://shopify/Location/10': 4,
  })
})

it('fails if the configured location does not exist', async () => {
  const [external] = await push(toPush(1))
  const level = { ...(external as NonNullable<typeof external>), id: '1', quantity: 4, backorders: 'deny' as const }
  const lost = inventory.push({ ...store, config: { location_id: '99' } }, [level])
  expect(await refusalOf(lost)).toMatchObject({ code: 'INVALID_CONFIG' })
})

it('uses one idempotency key for the retries of a change and another for the same change later', async () => {
  const [external] = await push(toPush(1))
  const level = { ...(external as NonNullable<typeof external>), id: '1', backorders: 'deny' as const }
  const levels = [5, 3, 5]
  for (const quantity of levels) await inventory.push(store, [{ ...level, quantity }])
  expect(platform.shelf.sold()[0]?.quantity).toBe(5)
  const before = platform.server.asked.length
  platform.server.misbehave('none', 'none', 'lost')
  await inventory.push(store, [{ ...level, quantity: 9 }])
  const keys = platform.server.asked.slice(before).flatMap(({ body }) => (body.variables as { key?: string }).key ?? [])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(platform.shelf.sold()[0]?.quantity).toBe(9)
})

it('fails temporarily for a variant that is deleted during the push, and creates it again next time', async () => {
  const [external] = await push(toPush(1), toPush(2))
  const known = { ...toPush(1), ...external }
  platform.server.meanwhile(({ body }) => {
    if (String(body.query).startsWith('mutation BulkUpdate')) platform.shelf.lose('SKU-1')
  })
  expect(await refusalOf(catalog.push(store, [known]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
  platform.server.meanwhile(() => undefined)
  await push(known)
  expect(
    platform.shelf
      .sold()
      .map(({ sku }) => sku)
      .sort(),
  ).toEqual(['SKU-1', 'SKU-2'])
})
