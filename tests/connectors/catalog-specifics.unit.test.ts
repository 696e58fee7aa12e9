import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connector, ExternalVariant, PushOutcome, Store, VariantToPush } from '../../lib/connectors/connector.ts'
import { connect, refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startSylius } from './servers/sylius.ts'
import { startWooCommerce } from './servers/woocommerce.ts'
import { toPush } from './variants.ts'

const partsOf = (platform: Parameters<typeof connect>[0], more = {}) => {
  const { connector, store } = connect(platform, more)
  const { catalog, inventory } = connector as Required<Connector>
  const push = async (...variants: VariantToPush[]) => (await catalog.push(store, variants)) as [PushOutcome]
  const pushed = async (variant: VariantToPush) => {
    const [outcome] = await push(variant)
    if (!('confirmed' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.confirmed
  }
  const shown = async (external: ExternalVariant, of: Store = store) => (await catalog.find(of, [external]))[0]
  return { catalog, inventory, store, push, pushed, shown }
}

const level = (external: ExternalVariant, quantity: number) => ({
  ...external,
  id: '1',
  quantity,
  backorders: 'deny' as const,
})

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

  it('shows the options that tell strange variations apart, which have no names', async () => {
    sizes()
    const { catalog, store } = partsOf(woo)
    const [small] = (await catalog.page(store, null)).variants
    expect(small).toMatchObject({ title: 'Tea 1, Small', content: { attributes: { Size: 'Small' } } })
    expect(small?.shows).toContain('/attributes/Size')
    expect(small?.shows).not.toContain('/name')
  })

  it('adds a variant to a product with options of its own, as long as it has them all', async () => {
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

  it('keeps products simple that were simple, and sells new ones with variations', async () => {
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

  it('gives what is added to a simple product a product of its own, with variations', async () => {
    woo.shelf.sell(goods(1))
    const { catalog, store, shown } = partsOf(woo)
    const [one, two] = await catalog.push(store, [toPush(1), toPush(2, { product: 1 })])
    const { confirmed } = two as { confirmed: ExternalVariant }
    expect(confirmed.externalProductId).not.toBe((one as { confirmed: ExternalVariant }).confirmed.externalProductId)
    expect(await shown(confirmed)).toMatchObject({ sku: 'SKU-2', title: 'Tea 1, Variant 2' })
  })

  it('leaves the markup of others alone as long as it says what it is to say', async () => {
    woo.shelf.sell(goods(1, { description: '<b>Grown</b>' }))
    const { pushed } = partsOf(woo)
    const external = await pushed(toPush(1, { description: 'Grown' }))
    const kept = () => woo.catalog.products.get(Number(external.externalProductId))?.description
    expect(kept()).toBe('<b>Grown</b>')
    await pushed({ ...toPush(1, { description: 'Grown here' }), ...external })
    expect(kept()).toBe('<p>Grown here</p>')
  })

  it('takes a variation that only shows the SKU of its product for one without', async () => {
    sizes()
    const { catalog, store } = partsOf(woo)
    for (const product of woo.catalog.products.values())
      if (product.type === 'variable') product.sku = 'ALL'
      else product.sku = ''
    expect((await catalog.page(store, null)).variants.map(({ sku }) => sku)).toEqual([null, null])
  })

  it('reads what people wrote in HTML as text, and leaves no price of what has none', async () => {
    woo.shelf.sell(goods(1, { name: 'Tea &amp; More', description: '<h2>Fine</h2>\n<ul><li>a &lt; b</li></ul>' }))
    woo.shelf.reprice('SKU-1', '')
    const { catalog, store } = partsOf(woo)
    expect((await catalog.page(store, null)).variants[0]).toMatchObject({
      title: 'Tea & More',
      content: { description: 'Fine\na < b', prices: {} },
      shows: expect.arrayContaining(['/prices/EUR']),
    })
  })

  it('takes a price away that the channel has no more', async () => {
    const { pushed, shown } = partsOf(woo)
    const external = await pushed(toPush(1))
    await pushed({ ...toPush(1, { prices: { USD: 5 } }), ...external })
    expect((await shown(external))?.content.prices).toEqual({})
  })

  it.each(['A  B', 'a<b>', '50%25', 'a\\b'])('refuses a SKU that the store would change: %s', async (sku) => {
    const { push } = partsOf(woo)
    expect(await push(toPush(1, { sku }))).toEqual([{ id: toPush(1).id, refused: expect.stringContaining('SKU') }])
    expect(woo.shelf.sold()).toEqual([])
  })

  it('finds SKUs with commas, and takes capital letters for others', async () => {
    const { push, pushed } = partsOf(woo)
    const external = await pushed(toPush(1, { sku: 'A,B' }))
    await pushed(toPush(2, { sku: 'A' }))
    expect(await push(toPush(1, { sku: 'A,B' }), toPush(3))).toMatchObject([{ confirmed: external }, { confirmed: {} }])
    expect(await push(toPush(4, { sku: 'a,b' }))).toEqual([
      { id: toPush(4).id, refused: 'Something else in the store has this SKU.' },
    ])
    expect(woo.shelf.sold()).toHaveLength(3)
  })

  it('tries again where somebody else has just taken the SKU', async () => {
    const { catalog, store, push } = partsOf(woo)
    woo.server.meanwhile(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/variations/batch') && !woo.shelf.sold().length) woo.shelf.sell(goods(1))
    })
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    const [sold] = woo.shelf.sold()
    expect(await push(toPush(1))).toMatchObject([{ confirmed: { externalVariantId: sold?.variant } }])
  })

  it('tries again where the store has lost it just now', async () => {
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

  it('asks for something new once, whether or not it hears that it was made', async () => {
    const { catalog, store } = partsOf(woo)
    woo.server.misbehave('none', 'none', 'lost')
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(woo.server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('gives a product with several variants its own description, one with a single variant what the channel says', async () => {
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

  it('asks for many at once', async () => {
    const { catalog, store } = partsOf(woo)
    const one = (count: number) => toPush(count, { product: 1 })
    const variants = Array.from({ length: 50 }, (_, at) => one(at + 1))
    await catalog.push(store, variants)
    expect(woo.shelf.sold()).toHaveLength(50)
    expect(woo.server.asked.length).toBeLessThan(10)
  })

  it('says so where the key may only read', async () => {
    const { catalog, inventory, store, pushed } = partsOf(woo)
    const external = await pushed(toPush(1))
    woo.mode.permission = 'read'
    const calls = [() => catalog.push(store, [toPush(2)]), () => inventory.push(store, [level(external, 1)])]
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    expect((await catalog.page(store, null)).variants).toHaveLength(1)
  })

  it('does not take a store that counts no stock for one that has taken the quantity', async () => {
    const { inventory, store, pushed } = partsOf(woo)
    const external = await pushed(toPush(1))
    woo.catalog.mode.countsStock = false
    expect(await inventory.push(store, [level(external, 1)])).toMatchObject([
      { refused: expect.stringMatching(/stock/) },
    ])
  })

  it('walks a store that does not tell how much it has', async () => {
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

describe('the catalog of Sylius in particular', () => {
  let sylius: Awaited<ReturnType<typeof startSylius>>
  beforeEach(async () => {
    sylius = await startSylius()
  })
  afterEach(() => sylius.server.stop())

  const english = (localizations: VariantToPush['content']['localizations']) => toPush(1, { localizations })

  it('shows texts in the other languages of the channel, and takes them away again', async () => {
    const { pushed, shown } = partsOf(sylius)
    const external = await pushed(
      english({ 'en-us': { name: 'Loose tea', description: 'Fine' }, fr_FR: { name: 'Thé', description: null } }),
    )
    const found = await shown(external)
    expect(found?.content.localizations).toEqual({ en_US: { name: 'Loose tea', description: 'Fine' } })
    expect(found?.shows).toContain('/localizations/en_US')
    await pushed({ ...english({}), ...external })
    expect((await shown(external))?.content.localizations).toEqual({})
    expect((await shown(external))?.content.name).toBe('Variant 1')
  })

  it('leaves alone what else the store keeps of a variant and its product', async () => {
    sylius.shelf.sell(goods(1))
    const variant = sylius.catalog.variants.get('SKU-1')
    const product = sylius.catalog.products.get(variant?.product ?? '')
    if (!variant || !product) throw new Error('not sold')
    variant.channelPricings.POP = { '@id': `/api/v2/admin/product-variants/SKU-1/channel-pricings/POP`, price: 77 }
    variant.translations.en_US = { '@id': `/api/v2/admin/product-variants/SKU-1/translations/en_US`, name: 'Mine' }
    const slug = product.translations.de_DE?.slug
    const { pushed } = partsOf(sylius)
    await pushed(toPush(1, { localizations: { en_US: { name: 'Mine', description: null } } }))
    const after = sylius.catalog.variants.get('SKU-1')
    expect(after?.channelPricings).toMatchObject({ POP: { price: 77 }, WEB: { price: 1291, originalPrice: 9999 } })
    expect(after?.translations).toMatchObject({ de_DE: { name: 'Variant 1' }, en_US: { name: 'Mine' } })
    expect(sylius.catalog.products.get(product.code)?.translations.de_DE).toMatchObject({ slug, name: 'Tea 1' })
  })

  it('puts what is new beside what it has taken over of the same product', async () => {
    sylius.shelf.sell(goods(1))
    const { catalog, store } = partsOf(sylius)
    const [sold] = sylius.shelf.sold()
    const outcomes = await catalog.push(store, [toPush(1), toPush(2, { product: 1 })])
    const known = { externalProductId: sold?.product }
    expect(outcomes).toMatchObject([{ confirmed: known }, { confirmed: known }])
  })

  it('finds a variant in its own product only', async () => {
    for (const count of [1, 2]) sylius.shelf.sell(goods(count))
    const { shown } = partsOf(sylius)
    const [one, two] = sylius.shelf.sold()
    const [product, other] = [one?.product ?? '', two?.product ?? '']
    expect(await shown({ externalProductId: product, externalVariantId: 'SKU-1' })).toMatchObject({ sku: 'SKU-1' })
    expect(await shown({ externalProductId: other, externalVariantId: 'SKU-1' })).toBeUndefined()
  })

  it('writes nothing where all is as it should be', async () => {
    const { pushed } = partsOf(sylius)
    const external = await pushed(toPush(1))
    const before = sylius.server.asked.length
    await pushed({ ...toPush(1), ...external })
    expect(sylius.server.asked.slice(before).map(({ method }) => method)).not.toContain('PUT')
  })

  it('counts what buyers have put by as still on hand', async () => {
    const { inventory, store, pushed } = partsOf(sylius)
    const external = await pushed(toPush(1))
    const variant = sylius.catalog.variants.get('SKU-1')
    if (variant) variant.onHold = 3
    await inventory.push(store, [level(external, 5)])
    expect(sylius.catalog.variants.get('SKU-1')).toMatchObject({ onHand: 8, onHold: 3, tracked: true })
  })

  it.each([
    ['a SKU with other signs', { sku: 'A/B' }, 'SKU'],
    ['no price in its currency', { prices: { USD: 5 } }, 'EUR'],
    ['a price beyond its database', { prices: { EUR: 2 ** 31 } }, 'price'],
  ])('refuses %s without writing anything', async (_, content, word) => {
    const { push } = partsOf(sylius)
    expect(await push(toPush(1, content))).toEqual([{ id: toPush(1).id, refused: expect.stringContaining(word) }])
    expect(sylius.catalog.products.size).toBe(0)
  })

  it('refuses a price with more decimals than the store keeps', async () => {
    sylius.shelf.sellIn('KWD')
    const { push } = partsOf(sylius)
    expect(await push(toPush(1, { prices: { KWD: 12_901 } }), toPush(2, { prices: { KWD: 12_910 } }))).toMatchObject([
      { refused: expect.stringContaining('decimals') },
      { confirmed: {} },
    ])
  })

  it('refuses another SKU for what is there, since codes stay', async () => {
    const { push, pushed } = partsOf(sylius)
    const external = await pushed(toPush(1))
    expect(await push({ ...toPush(1, { sku: 'NEW' }), ...external })).toMatchObject([
      { refused: expect.stringContaining('SKU-1') },
    ])
    expect(await push(toPush(2, { sku: 'sku-1' }))).toMatchObject([{ refused: expect.stringContaining('SKU-1') }])
    expect(sylius.shelf.sold()).toHaveLength(1)
  })

  it('tries again where somebody else has just taken the code', async () => {
    const { catalog, store, push } = partsOf(sylius)
    sylius.server.meanwhile(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/product-variants') && !sylius.shelf.sold().length)
        sylius.shelf.sell(goods(1))
    })
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    expect(await push(toPush(1))).toMatchObject([{ confirmed: { externalVariantId: 'SKU-1' } }])
  })

  it('sells a product on this channel that was sold on others only', async () => {
    sylius.shelf.sell(goods(1))
    const [product] = [...sylius.catalog.products.values()]
    if (product) product.channels = ['/api/v2/admin/channels/POP']
    const variant = sylius.catalog.variants.get('SKU-1')
    if (variant)
      variant.channelPricings.POP = { '@id': `/api/v2/admin/product-variants/SKU-1/channel-pricings/POP`, price: 1 }
    const { catalog, store, pushed } = partsOf(sylius)
    expect((await catalog.page(store, null)).variants).toEqual([])
    await pushed(toPush(1))
    expect((await catalog.page(store, null)).variants).toHaveLength(1)
    expect(sylius.catalog.products.get(product?.code ?? '')?.channels).toHaveLength(2)
  })

  it('needs the channel that it is told of', async () => {
    const { catalog, store } = partsOf(sylius, { config: { channel_code: 'NONE' } })
    expect(await refusalOf(catalog.page(store, null))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('logs in again where its token has expired in between', async () => {
    const { pushed } = partsOf(sylius)
    await pushed(toPush(1))
    sylius.expire()
    await pushed(toPush(2))
    expect(sylius.shelf.sold()).toHaveLength(2)
  })
})
