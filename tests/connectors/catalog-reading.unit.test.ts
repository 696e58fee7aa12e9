import { expect, it } from 'vitest'
import { describeMarkets, skusOf } from './catalogs.ts'
import { refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'

describeMarkets('the catalog', (on) => {
  it('reads every variant once, with its price, in pages of bounded size', async () => {
    const skus = on.sellMany(110)
    const { pages, variants } = await on.walk()
    expect(skusOf(variants)).toEqual(skus)
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(100)
    for (const { content, title, externalVariantId } of variants) {
      expect(content.prices).toEqual({ EUR: 1290 })
      expect(title).toMatch(/^Tea \d/)
      expect(externalVariantId).toMatch(/\w/)
    }
    const threes = variants.filter(({ sku }) => sku?.startsWith('SKU-3-'))
    expect(new Set(threes.map(({ externalProductId }) => externalProductId)).size).toBe(1)
    expect(new Set(variants.map(({ externalVariantId }) => externalVariantId)).size).toBe(variants.length)
  })

  it('splits a product with many variants into pages', async () => {
    const variants = Array.from({ length: 230 }, (_, at) => ({ sku: `V-${at}`, name: `No. ${at}`, price: '1.00' }))
    on.platform.shelf.sell(goods(1))
    on.platform.shelf.sell(goods(2, { variants }))
    on.platform.shelf.sell(goods(3))
    const { pages, variants: found } = await on.walk()
    expect(skusOf(found)).toEqual(skusOf([...variants, { sku: 'SKU-1' }, { sku: 'SKU-3' }]))
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(100)
  })

  it('skips no remaining variant while others are deleted', async () => {
    const skus = on.sellMany(90)
    const gone = new Set<string>()
    let pages = 0
    on.platform.server.meanwhile(({ query, path, body }) => {
      const isPage = /products$/.test(path) ? !query.has('sku') : String(body.query).startsWith('query Variants(')
      if (!isPage || ++pages === 1 || gone.size >= 14) return
      for (const sku of skus.filter((each) => !gone.has(each) && !each.endsWith('-2')).slice(0, 7)) {
        on.platform.shelf.lose(sku)
        gone.add(sku)
      }
    })
    const found = new Set(skusOf((await on.walk()).variants))
    for (const sku of skus) if (!gone.has(sku)) expect(found.has(sku), sku).toBe(true)
    expect(gone.size).toBeGreaterThan(0)
  })

  it('continues from a stored cursor', async () => {
    const skus = on.sellMany(110)
    const first = await on.catalog.page(on.store, null)
    on.connectAnew()
    const rest = await on.walk(first.next)
    expect(skusOf([...first.variants, ...rest.variants])).toEqual(skus)
  })

  it('refuses a foreign cursor', async () => {
    expect(await refusalOf(on.catalog.page(on.store, '../x'))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('reads the records around a broken one', async () => {
    on.platform.shelf.sell(goods(1))
    on.platform.shelf.sellBroken()
    on.platform.shelf.sell(goods(2))
    expect(skusOf((await on.walk()).variants)).toEqual(expect.arrayContaining(['SKU-1', 'SKU-2']))
  })

  it('finds the variants that still exist in the shop', async () => {
    on.sellMany(6)
    const { variants } = await on.walk()
    on.platform.shelf.lose('SKU-1-0')
    on.platform.shelf.lose('SKU-3-1')
    const strange = [
      { externalProductId: '../x', externalVariantId: '../y' },
      { externalProductId: '999999', externalVariantId: '999998' },
    ]
    const found = await on.catalog.find(on.store, [...variants, ...strange])
    expect(skusOf(found)).toEqual(skusOf(variants.filter(({ sku }) => sku !== 'SKU-1-0' && sku !== 'SKU-3-1')))
    for (const each of found) expect(variants).toContainEqual(each)
    for (const { path } of on.platform.server.asked) expect(path).not.toMatch(/\/[xy]$/)
  })
})
