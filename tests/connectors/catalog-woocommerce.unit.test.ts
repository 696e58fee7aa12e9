import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExternalVariant } from '../../lib/connectors/connector.ts'
import { level, partsOf } from './catalogs.ts'
import { refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startWooCommerce } from './servers/woocommerce.ts'
import { toPush } from './variants.ts'

describe('the catalog of WooCommerce in particular', () => {
  let woo: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    woo = await startWooCommerce()
  })
  afterEach(() => woo.server.stop())

  const sizes = () =>
    woo.shelf.sell(
      goods(1, {
        variants: ['Small', 'Large'].map((name) => ({ sku: `SKU-${name}`, name, price: '1.00' })),
      }),
    )

  it('shows the options of foreign variations as attributes', async () => {
    sizes()
    const { catalog, store } = partsOf(woo)
    const [small] = (await catalog.page(store, null)).variants
    expect(small).toMatchObject({ title: 'Tea 1, Small', content: { attributes: { Size: 'Small' } } })
    expect(small?.shows).toContain('/attributes/Size')
    expect(small?.shows).not.toContain('/name')
  })

  it('adds a variant to a product with other options if it has all of them', async () => {
    sizes()
    const { catalog, store, push, shown } = partsOf(woo)
    const [small] = (await catalog.page(store, null)).variants
    const known = { externalProductId: small?.externalProductId as string }
    const product = () => woo.catalog.products.get(Number(known.externalProductId))
    const material = { id: 0, name: 'Material', position: 1, visible: true, variation: false, options: ['Tin'] }
    product()?.attributes.push(material as never)
    const [without, huge] = await catalog.push(store, [
      { ...toPush(2, { product: 1 }), ...known },
      { ...toPush(3, { product: 1, attributes: { size: 'Huge' } }), ...known },
    ])
    expect(without).toEqual({ id: toPush(2).id, refused: expect.stringContaining('Size') })
    expect(huge).toMatchObject({ confirmed: known })
    expect(await shown((huge as { confirmed: ExternalVariant }).confirmed)).toMatchObject({
      sku: 'SKU-3',
      content: { attributes: { Size: 'Huge' } },
    })
    expect(product()?.attributes).toMatchObject([material, { name: 'Size', options: ['Small', 'Large', 'Huge'] }])
    const large = (await catalog.page(store, null)).variants.find(({ sku }) => sku === 'SKU-Large')
    const { externalVariantId = '' } = large ?? {}
    await push({ ...toPush(4, { product: 1, sku: 'SKU-Large', prices: { EUR: 5 } }), ...known, externalVariantId })
    expect(await shown({ ...known, externalVariantId })).toMatchObject({
      content: { attributes: { Size: 'Large' }, prices: { EUR: 5 } },
    })
  })

  it('keeps simple products simple and creates new ones with variations', async () => {
    woo.shelf.sell(goods(1))
    const { pushed } = partsOf(woo)
    await pushed(toPush(1))
    await pushed(toPush(2))
    const types = [...woo.catalog.products.values()].map(({ type, sku, name }) => [type, sku, name])
    expect(types).toEqual([
      ['simple', 'SKU-1', 'Variant 1'],
      ['variable', toPush(2).product.id, 'Tea 2'],
      ['variation', 'SKU-2', 'Product'],
    ])
  })

  it('creates a second product with variations for variants added to a simple product', async () => {
    woo.shelf.sell(goods(1))
    const { catalog, store, shown } = partsOf(woo)
    const [one, two] = await catalog.push(store, [toPush(1), toPush(2, { product: 1 })])
    const { confirmed } = two as { confirmed: ExternalVariant }
    expect(confirmed.externalProductId).not.toBe((one as { confirmed: ExternalVariant }).confirmed.externalProductId)
    expect(await shown(confirmed)).toMatchObject({ sku: 'SKU-2', title: 'Tea 1, Variant 2' })
  })

  it('keeps the markup of a description, also around a text that changes', async () => {
    woo.shelf.sell(goods(1, { description: '<b>Grown</b>' }))
    const { pushed } = partsOf(woo)
    const external = await pushed(toPush(1, { description: 'Grown' }))
    const kept = () => woo.catalog.products.get(Number(external.externalProductId))?.description
    expect(kept()).toBe('<b>Grown</b>')
    await pushed({ ...toPush(1, { description: 'Grown here' }), ...external })
    expect(kept()).toBe('<b>Grown here</b>')
  })

  it('treats a variation that repeats the SKU of its product as one without a SKU', async () => {
    sizes()
    const { catalog, store } = partsOf(woo)
    for (const product of woo.catalog.products.values())
      if (product.type === 'variable') product.sku = 'ALL'
      else product.sku = ''
    expect((await catalog.page(store, null)).variants.map(({ sku }) => sku)).toEqual([null, null])
  })

  it('reads HTML as text, and no price if there is none', async () => {
    woo.shelf.sell(goods(1, { name: 'Tea &amp; More', description: '<h2>Fine</h2>\n<ul><li>a &lt; b</li></ul>' }))
    woo.shelf.reprice('SKU-1', '')
    const { catalog, store } = partsOf(woo)
    expect((await catalog.page(store, null)).variants[0]).toMatchObject({
      title: 'Tea & More',
      content: { description: 'Fine\na < b', prices: {} },
      shows: expect.arrayContaining(['/prices/EUR']),
    })
  })

  it('refuses a variant that has no price in the currency of the shop, which keeps its own', async () => {
    const { push, pushed, shown } = partsOf(woo)
    const external = await pushed(toPush(1))
    const refused = 'The variant has no price in EUR, the currency of the shop.'
    expect(await push({ ...toPush(1, { prices: { USD: 5 } }), ...external })).toMatchObject([{ refused }])
    expect((await shown(external))?.content.prices).toEqual({ EUR: 1291 })
  })

  it.each(['A  B', 'a<b>', '50%25', 'a\\b'])('refuses a SKU that the shop would change: %s', async (sku) => {
    const { push } = partsOf(woo)
    expect(await push(toPush(1, { sku }))).toEqual([{ id: toPush(1).id, refused: expect.stringContaining('SKU') }])
    expect(woo.shelf.sold()).toEqual([])
  })

  it('finds SKUs with commas and ignores case', async () => {
    const { push, pushed } = partsOf(woo)
    const external = await pushed(toPush(1, { sku: 'A,B' }))
    await pushed(toPush(2, { sku: 'A' }))
    expect(await push(toPush(1, { sku: 'A,B' }), toPush(3))).toMatchObject([{ confirmed: external }, { confirmed: {} }])
    expect(await push(toPush(4, { sku: 'a,b' }))).toEqual([{ id: toPush(4).id, confirmed: external }])
    expect(woo.shelf.sold().map(({ sku }) => sku)).toEqual(['a,b', 'A', toPush(3).content.sku])
  })

  it('fails temporarily if another caller has just used the SKU', async () => {
    const { catalog, store, push } = partsOf(woo)
    woo.server.meanwhile(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/variations/batch') && !woo.shelf.sold().length) woo.shelf.sell(goods(1))
    })
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    const [sold] = woo.shelf.sold()
    expect(await push(toPush(1))).toMatchObject([{ confirmed: { externalVariantId: sold?.variant } }])
  })

  it('fails temporarily if the record was just deleted', async () => {
    const { catalog, store, pushed } = partsOf(woo)
    const known = { ...toPush(1, { name: 'Other' }), ...(await pushed(toPush(1))) }
    let lost = false
    woo.server.meanwhile(({ method, path }) => {
      if (lost || method !== 'POST' || !path.endsWith('/variations/batch')) return
      lost = true
      woo.shelf.lose('SKU-1')
    })
    expect(await refusalOf(catalog.push(store, [known]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    await pushed(known)
    expect(woo.shelf.sold()).toHaveLength(1)
  })

  it('sends a creation only once, even if the response is lost', async () => {
    const { catalog, store } = partsOf(woo)
    // The currency, two settings and the SKU are asked for first.
    woo.server.misbehave('none', 'none', 'none', 'none', 'lost')
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(woo.server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('uses the description of the product for several variants and that of the variant for a single one', async () => {
    const { push, pushed, shown } = partsOf(woo)
    const own = toPush(1, { description: 'of the product' })
    const other = toPush(2, { product: 1, description: 'of the product' })
    const [one] = await push({ ...own, content: { ...own.content, description: 'of the channel' } }, other)
    const { confirmed } = one as { confirmed: ExternalVariant }
    expect((await shown(confirmed))?.content.description).toBe('of the product')
    const alone = toPush(3)
    const third = await pushed({ ...alone, content: { ...alone.content, description: 'of the channel' } })
    expect((await shown(third))?.content.description).toBe('of the channel')
  })

  it('sends many records in one request', async () => {
    const { catalog, store } = partsOf(woo)
    const one = (count: number) => toPush(count, { product: 1 })
    const variants = Array.from({ length: 50 }, (_, at) => one(at + 1))
    await catalog.push(store, variants)
    expect(woo.shelf.sold()).toHaveLength(50)
    expect(woo.server.asked.length).toBeLessThan(10)
  })

  it('reports INSUFFICIENT_SCOPE for a read-only key', async () => {
    const { catalog, inventory, store, pushed } = partsOf(woo)
    const external = await pushed(toPush(1))
    woo.mode.permission = 'read'
    const calls = [() => catalog.push(store, [toPush(2)]), () => inventory.push(store, [level(external, 1)])]
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    expect((await catalog.page(store, null)).variants).toHaveLength(1)
  })

  it('refuses a quantity that a shop without stock management ignores', async () => {
    const { inventory, store, pushed } = partsOf(woo)
    const external = await pushed(toPush(1))
    woo.catalog.mode.countsStock = false
    expect(await inventory.push(store, [level(external, 1)])).toMatchObject([
      { refused: expect.stringMatching(/stock/) },
    ])
  })

  it('reads a shop that does not report totals', async () => {
    woo.catalog.mode.total = false
    for (let each = 1; each <= 120; each++) woo.shelf.sell(goods(each))
    const { catalog, store } = partsOf(woo)
    const skus = new Set<string | null>()
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof catalog.page>> = await catalog.page(store, cursor)
      for (const { sku } of page.variants) skus.add(sku)
      cursor = page.next
    } while (cursor !== null)
    expect(skus.size).toBe(120)
  })
})
