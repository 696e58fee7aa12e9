import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VariantToPush } from '../../lib/connectors/connector.ts'
import { level, partsOf } from './catalogs.ts'
import { refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startSylius } from './servers/sylius.ts'
import { toPush } from './variants.ts'

describe('the catalog of Sylius in particular', () => {
  let sylius: Awaited<ReturnType<typeof startSylius>>
  beforeEach(async () => {
    sylius = await startSylius()
  })
  afterEach(() => sylius.server.stop())

  const english = (localizations: VariantToPush['content']['localizations']) => toPush(1, { localizations })

  it('publishes texts in the other languages of the channel and removes them again', async () => {
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

  it('leaves other members of a variant and its product unchanged', async () => {
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
    expect(after?.channelPricings).toMatchObject({ POP: { price: 77 }, WEB: { price: 1291, originalPrice: null } })
    expect(after?.translations).toMatchObject({ de_DE: { name: 'Variant 1' }, en_US: { name: 'Mine' } })
    expect(sylius.catalog.products.get(product.code)?.translations.de_DE).toMatchObject({ slug, name: 'Tea 1' })
  })

  it('adds new variants to the product of adopted ones', async () => {
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

  it('writes nothing if nothing changes', async () => {
    const { pushed } = partsOf(sylius)
    const external = await pushed(toPush(1))
    const before = sylius.server.asked.length
    await pushed({ ...toPush(1), ...external })
    expect(sylius.server.asked.slice(before).map(({ method }) => method)).not.toContain('PUT')
  })

  it('counts pieces on hold as on hand', async () => {
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

  it('refuses a price with more decimals than the shop stores', async () => {
    sylius.shelf.sellIn('KWD')
    const { push } = partsOf(sylius)
    expect(await push(toPush(1, { prices: { KWD: 12_901 } }), toPush(2, { prices: { KWD: 12_910 } }))).toMatchObject([
      { refused: expect.stringContaining('decimals') },
      { confirmed: {} },
    ])
  })

  it('refuses a new SKU for an existing variant, because codes cannot change', async () => {
    const { push, pushed } = partsOf(sylius)
    const external = await pushed(toPush(1))
    expect(await push({ ...toPush(1, { sku: 'NEW' }), ...external })).toMatchObject([
      { refused: expect.stringContaining('SKU-1') },
    ])
    expect(await push(toPush(2, { sku: 'sku-1' }))).toMatchObject([{ refused: expect.stringContaining('SKU-1') }])
    expect(sylius.shelf.sold()).toHaveLength(1)
  })

  it('fails temporarily if another caller has just used the code', async () => {
    const { catalog, store, push } = partsOf(sylius)
    sylius.server.meanwhile(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/product-variants') && !sylius.shelf.sold().length)
        sylius.shelf.sell(goods(1))
    })
    expect(await refusalOf(catalog.push(store, [toPush(1)]))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    expect(await push(toPush(1))).toMatchObject([{ confirmed: { externalVariantId: 'SKU-1' } }])
  })

  it('adds a product of other channels to this channel', async () => {
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

  it('fails if the configured channel does not exist', async () => {
    const { catalog, store } = partsOf(sylius, { config: { channel_code: 'NONE' } })
    expect(await refusalOf(catalog.page(store, null))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('signs in again if the token expires during a push', async () => {
    const { pushed } = partsOf(sylius)
    await pushed(toPush(1))
    sylius.expire()
    await pushed(toPush(2))
    expect(sylius.shelf.sold()).toHaveLength(2)
  })
})
