import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RemoteVariant } from '../../lib/connectors/connector.ts'
import { vendure } from '../../lib/connectors/vendure/vendure.ts'
import { connect, refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startVendure } from './servers/vendure.ts'
import { confirmed, pushedTo, shownBy, toPush } from './variants.ts'

const { catalog, inventory } = vendure as Required<typeof vendure>

let platform: Awaited<ReturnType<typeof startVendure>>
let store: ReturnType<typeof connect>['store']
beforeEach(async () => {
  platform = await startVendure()
  store = connect(platform).store
})
afterEach(() => platform.server.stop())

const push = pushedTo(catalog, () => store)
const shownOf = shownBy(catalog, () => store)
const optionsIn = ({ products, groups, variants, optionsOf }: typeof platform.catalog, productId: string) => ({
  groups: products.get(productId)?.groups.map((id) => groups.get(id)?.name),
  chosen: [...variants.values()]
    .filter((each) => each.productId === productId)
    .map((each) => optionsOf(each).map(({ name }) => name)),
})

it('publishes all currencies of the channel at once and no others', async () => {
  const shown = await shownOf(toPush(1, { prices: { EUR: 1290, GBP: 1100, CHF: 1 } }))
  expect(shown.content.prices).toEqual({ EUR: 1290, GBP: 1100 })
  expect(shown.shows).toEqual(expect.arrayContaining(['/prices/EUR', '/prices/GBP']))
  const known = { ...toPush(1), externalVariantId: shown.externalVariantId }
  expect((await shownOf(known)).content.prices).toEqual({ EUR: 1291 })
})

it('refuses only a price that the shop cannot store, or a missing one in its currency', async () => {
  platform.mode.precision = 2
  platform.shelf.sellIn('KWD')
  const outcomes = await catalog.push(store, [
    toPush(1, { prices: { KWD: 1294 } }),
    toPush(2, { prices: { KWD: 1290 } }),
    toPush(3, { prices: { EUR: 1 } }),
  ])
  expect(outcomes).toMatchObject([
    { refused: expect.stringContaining('KWD') },
    { confirmed: {} },
    { refused: expect.stringContaining('KWD') },
  ])
})

it('publishes the languages of the channel and leaves languages without content unchanged', async () => {
  const localizations = {
    en: { name: 'One', description: 'Grown\nhere' },
    fr: { name: 'Un', description: null },
    de: { name: 'Eins', description: null },
  }
  const shown = await shownOf(toPush(1, { localizations }))
  expect(shown.content).toMatchObject({ name: 'Variant 1', localizations: { en: localizations.en } })
  expect(shown.shows).toContain('/localizations/en')
  const again = await shownOf({ ...toPush(1), externalVariantId: shown.externalVariantId })
  expect(again.content.localizations).toEqual({ en: localizations.en })
  const spelled = { EN: { name: 'Uno', description: 'Dos' } }
  const third = await shownOf({ ...toPush(1, { localizations: spelled }), externalVariantId: shown.externalVariantId })
  expect(third.content.localizations).toEqual({ en: spelled.EN })
})

it('creates one product and each option once, whichever response is lost', async () => {
  const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
  await push(...variants)
  const requests = platform.server.asked.length
  for (let before = 0; before < requests; before++) {
    await platform.server.stop()
    platform = await startVendure()
    store = connect(platform).store
    platform.server.misbehave(...Array.from({ length: before }, () => 'none' as const), 'lost')
    const outcomes = await catalog.push(store, variants).catch(() => [])
    for (const outcome of outcomes) expect(outcome).not.toHaveProperty('refused')
    await push(...variants)
    expect(platform.catalog.products.size).toBe(2)
    expect(platform.shelf.sold()).toHaveLength(3)
  }
})

it('distinguishes variants by an option group from the second variant of a product on', async () => {
  platform.shelf.sell(goods(1))
  const [first] = (await catalog.page(store, null)).variants
  const known = { externalProductId: first?.externalProductId ?? null }
  await push({ ...toPush(2, { product: 1, name: 'Large' }), ...known })
  const productId = first?.externalProductId ?? ''
  expect(optionsIn(platform.catalog, productId)).toEqual({ groups: ['Variant'], chosen: [['Loose'], ['Large']] })
  const [large] = await push({ ...toPush(2, { product: 1, name: 'Huge' }), ...known })
  expect(large?.externalProductId).toBe(productId)
  expect(optionsIn(platform.catalog, productId)).toEqual({ groups: ['Variant'], chosen: [['Loose'], ['Huge']] })
  expect((await catalog.page(store, null)).variants.map(({ content }) => content.attributes)).toEqual([{}, {}])
})

it('uses the existing options of the shop and reads them as attributes', async () => {
  const sizes = ['S', 'M'].map((name) => ({ sku: name, name, price: '1.00' }))
  platform.shelf.sell(goods(1, { variants: sizes }))
  const { variants } = await catalog.page(store, null)
  expect(variants.map(({ content }) => content.attributes)).toEqual([{ Size: 'S' }, { Size: 'M' }])
  const known = { externalProductId: variants[0]?.externalProductId ?? null }
  const [fresh, taken] = await catalog.push(store, [
    { ...toPush(3, { product: 1, attributes: { size: 'L' } }), ...known },
    { ...toPush(4, { product: 1, attributes: { size: 'M' } }), ...known },
  ])
  expect(confirmed(fresh)).toMatchObject(known)
  expect(taken).toMatchObject({ refused: expect.stringContaining('already exists') })
  expect((await catalog.find(store, [confirmed(fresh)]))[0]?.content.attributes).toEqual({ Size: 'L' })
})

it('fails only the product that the shop cannot process', async () => {
  const outcomes = await catalog.push(store, [toPush(1, { sku: 'x'.repeat(256) }), toPush(2)])
  expect(outcomes).toMatchObject([{ failed: { code: 'UPSTREAM_ERROR' } }, { confirmed: {} }])
})

it('skips no variant, however many are deleted between two pages', async () => {
  for (let each = 1; each <= 320; each++) platform.shelf.sell(goods(each))
  const first = await catalog.page(store, null)
  const second = await catalog.page(store, first.next)
  for (let each = 1; each <= 150; each++) platform.shelf.lose(`SKU-${each}`)
  const found: RemoteVariant[] = []
  for (let cursor = second.next; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof catalog.page>> = await catalog.page(store, cursor)
    found.push(...page.variants)
    cursor = page.next
  }
  const read = first.variants.length + second.variants.length
  const rest = Array.from({ length: 320 - read }, (_, at) => `SKU-${read + 1 + at}`)
  expect(found.map(({ sku }) => sku)).toEqual(rest)
})

it('sets the stock of the configured location and counts allocated pieces', async () => {
  const [external] = await push(toPush(1))
  const level = {
    ...confirmed({ id: '1', confirmed: external as never }),
    id: '1',
    quantity: 4.7,
    backorders: 'deny' as const,
  }
  const stock = () => platform.catalog.variants.get(level.externalVariantId)?.stock
  const [there] = stock() ?? []
  if (there) there.stockAllocated = 3
  await inventory.push(store, [{ ...level, known: 3 }])
  expect(stock()).toEqual([{ stockLocationId: '1', stockOnHand: 7, stockAllocated: 3 }])
  // Two of the allocated pieces were sold in orders that nobody knows of here.
  await inventory.push(store, [{ ...level, known: 1 }])
  expect(stock()).toEqual([{ stockLocationId: '1', stockOnHand: 5, stockAllocated: 3 }])
  const named = { ...store, config: { ...store.config, stock_location: 'Outlet' } }
  await inventory.push(named, [level])
  expect(stock()?.[1]).toEqual({ stockLocationId: '2', stockOnHand: 4, stockAllocated: 0 })
  const unknown = { ...store, config: { ...store.config, stock_location: 'Moon' } }
  expect(await refusalOf(inventory.push(unknown, [level]))).toMatchObject({ code: 'INVALID_CONFIG' })
})

it('fails temporarily for a variant that is deleted during the push, and creates it again next time', async () => {
  const [external] = await push(toPush(1), toPush(2))
  const known = { ...toPush(1), ...external }
  platform.server.meanwhile(({ body }) => {
    if (String(body.query).startsWith('mutation UpdateVariants')) platform.shelf.lose('SKU-1')
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
