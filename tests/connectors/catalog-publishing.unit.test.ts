import { expect, it } from 'vitest'
import type { ExternalVariant, RemoteVariant } from '../../lib/connectors/connector.ts'
import { describeMarkets, shownOf, skusOf } from './catalogs.ts'
import { goods } from './servers/goods.ts'
import { toPush } from './variants.ts'

describeMarkets('publishing in the catalog', (on) => {
  it('sells pushed variants and shows them unchanged', async () => {
    const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3, { product: 3, description: null })]
    const external = await on.push(...variants)
    expect(skusOf(on.platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
    const found = await on.catalog.find(on.store, external)
    expect(found).toHaveLength(3)
    for (const [at, { content }] of variants.entries()) {
      const shown = found.find(({ sku }) => sku === content.sku) as RemoteVariant
      expect(shown).toMatchObject(external[at] as ExternalVariant)
      expect(shown.shows).toEqual(expect.arrayContaining(['/sku', '/name', '/description', '/prices/EUR']))
      expect(shownOf(shown)).toEqual(shownOf(shown, content))
    }
    expect((await on.walk()).variants).toHaveLength(3)
  })

  it.each([
    ['signs that mean something in HTML', 'Tea & <b>More</b> "x" \'y\' > &amp; z'],
    ['signs that mean something to the store', 'a\\b | c % 50%25 [gallery] {{x}} $1 #2'],
    ['every script', 'Größe 茶 قهوة 🍵 é'],
  ])('keeps texts unchanged: %s', async (_, text) => {
    const variant = toPush(1, { name: text, description: `${text}\n\n\n  ${text}\nend`, productName: text })
    const external = await on.push(variant)
    const [shown] = await on.catalog.find(on.store, external)
    expect(shown?.content.name).toBe(text)
    expect(shown?.content.description).toBe(variant.content.description)
    expect(shown?.product.name).toBe(text)
    await on.push({ ...variant, ...external[0] })
    expect(await on.catalog.find(on.store, external)).toEqual([shown])
  })

  it.each([
    ['JPY', 1290],
    ['KWD', 12_900],
    ['EUR', 0],
    ['EUR', 1_234_567],
  ])('keeps amounts in %s: %i', async (currency, amount) => {
    on.platform.shelf.sellIn(currency)
    const variant = toPush(1, { prices: { [currency]: amount, CHF: 5 } })
    const [shown] = await on.catalog.find(on.store, await on.push(variant))
    expect(shown?.content.prices).toEqual({ [currency]: amount })
    expect(shown?.shows).toContain(`/prices/${currency}`)
  })

  it('updates a variant that was pushed before', async () => {
    const [external] = await on.push(toPush(1))
    const changed = toPush(1, { name: 'Other', description: 'New', prices: { EUR: 999 }, productName: 'Renamed' })
    expect(await on.push({ ...changed, ...external })).toEqual([external])
    const [shown] = await on.catalog.find(on.store, [external as ExternalVariant])
    expect(shown).toMatchObject({ product: { name: 'Renamed' } })
    expect(shownOf(shown as RemoteVariant)).toEqual(shownOf(shown as RemoteVariant, changed.content))
    expect(on.platform.shelf.sold()).toHaveLength(1)
  })

  it('changes nothing when the push is repeated, with or without external ids', async () => {
    const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
    const external = await on.push(...variants)
    const sold = on.platform.shelf.sold()
    expect(await on.push(...variants)).toEqual(external)
    const known = variants.map((variant, at) => ({ ...variant, ...external[at] }))
    expect(await on.push(...known)).toEqual(external)
    expect(on.platform.shelf.sold()).toEqual(sold)
  })

  it('puts variants of one product into one product, in any order and number of pushes', async () => {
    const [first] = await on.push(toPush(1))
    const known = { externalProductId: (first as ExternalVariant).externalProductId }
    const [second] = await on.push({ ...toPush(2, { product: 1 }), ...known })
    const [third] = await on.push(toPush(3, { product: 1 }))
    const [, fourth] = await on.push(toPush(1), toPush(4, { product: 1 }))
    for (const each of [second, third, fourth]) expect(each).toMatchObject(known)
    expect(new Set(on.platform.shelf.sold().map(({ product }) => product)).size).toBe(1)
    expect(on.platform.shelf.sold()).toHaveLength(4)
  })

  it('adopts a variant of the shop with the same SKU', async () => {
    on.platform.shelf.sell(goods(1))
    const variants = ['Small', 'Large'].map((name) => ({ sku: `SKU-${name}`, name, price: '1.00' }))
    on.platform.shelf.sell(goods(2, { variants }))
    const sold = on.platform.shelf.sold()
    const external = await on.push(toPush(1), toPush(2, { sku: 'SKU-Large', prices: { EUR: 250 } }))
    expect(external.map(({ externalVariantId }) => externalVariantId)).toEqual([sold[0]?.variant, sold[2]?.variant])
    expect(on.platform.shelf.sold()).toHaveLength(3)
    const [, large] = await on.catalog.find(on.store, external)
    expect(large?.content).toMatchObject({ sku: 'SKU-Large', prices: { EUR: 250 } })
  })

  it('creates a variant again that was deleted in the shop', async () => {
    const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
    const external = await on.push(...variants)
    for (const sku of ['SKU-2', 'SKU-3']) on.platform.shelf.lose(sku)
    const known = variants.map((variant, at) => ({ ...variant, ...external[at] }))
    const again = await on.push(...known)
    expect(again[0]).toEqual(external[0])
    expect(again[1]?.externalProductId).toBe(external[0]?.externalProductId)
    expect(skusOf(on.platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
    expect(await on.catalog.find(on.store, again)).toHaveLength(3)
  })

  it('reports what the shop rejects and sells the rest', async () => {
    on.platform.shelf.refuse('SKU-2')
    const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
    const [one, two, three] = await on.catalog.push(on.store, variants)
    expect([one, three]).toMatchObject([{ confirmed: {} }, { confirmed: {} }])
    expect(two).toEqual({ id: variants[1]?.id, refused: expect.stringMatching(/\w{3}/) })
    expect(JSON.stringify(two)).not.toContain('<b>')
    expect(skusOf(on.platform.shelf.sold())).toEqual(['SKU-1', 'SKU-3'])
  })

  const atEachRequest = async (does: (before: number) => Promise<void>) => {
    await on.push(toPush(1), toPush(2, { product: 1 }), toPush(3))
    const requests = on.platform.server.asked.length
    for (let before = 0; before < requests; before++) {
      await on.begin()
      await does(before)
    }
  }

  it('sells every variant exactly once, whichever response is lost', async () => {
    await atEachRequest(async (before) => {
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
      on.platform.server.misbehave(...Array.from({ length: before }, () => 'none' as const), 'lost')
      await on.catalog.push(on.store, variants).catch(() => undefined)
      const external = await on.push(...variants)
      expect(skusOf(on.platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
      expect(external[0]?.externalProductId).toBe(external[1]?.externalProductId)
      expect((await on.walk()).variants).toHaveLength(3)
    })
  })

  it('confirms only existing variants if the shop fails halfway', async () => {
    await atEachRequest(async (before) => {
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
      on.platform.server.misbehave(...Array.from({ length: before }, () => 'none' as const))
      on.platform.server.always({ status: 429, headers: { 'retry-after': '60' } })
      const outcomes = await on.catalog.push(on.store, variants).catch((error) => error)
      if (!Array.isArray(outcomes)) return expect(outcomes).toMatchObject({ code: 'RATE_LIMITED' })
      const sold = on.platform.shelf.sold().map(({ variant }) => variant)
      for (const outcome of outcomes)
        if ('confirmed' in outcome) expect(sold).toContain(outcome.confirmed.externalVariantId)
        else expect(outcome).toMatchObject({ failed: { code: 'RATE_LIMITED' } })
    })
  })
})
