import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leavesOf } from '../../lib/catalog/compare.ts'
import type { Connector, ExternalVariant, PushOutcome, RemoteVariant, Store } from '../../lib/connectors/connector.ts'
import { connect, refusalOf } from './platforms.ts'
import { goods } from './servers/goods.ts'
import { startShopify } from './servers/shopify.ts'
import { startSylius } from './servers/sylius.ts'
import { startVendure } from './servers/vendure.ts'
import { startWooCommerce } from './servers/woocommerce.ts'
import { toPush } from './variants.ts'

const CATALOGS = { woocommerce: startWooCommerce, sylius: startSylius, vendure: startVendure, shopify: startShopify }

const confirmedOf = (outcomes: readonly PushOutcome[]) =>
  outcomes.map((outcome) => {
    if (!('confirmed' in outcome)) throw new Error(`not confirmed: ${JSON.stringify(outcome)}`)
    return outcome.confirmed
  })

describe.each(Object.entries(CATALOGS))('the catalog of %s', (_, start) => {
  let platform: Awaited<ReturnType<typeof start>>
  let store: Store
  let catalog: Required<Connector>['catalog']
  let inventory: Required<Connector>['inventory']
  const connectAnew = (more = {}) => {
    const connected = connect(platform, more)
    store = connected.store
    catalog = connected.connector.catalog as typeof catalog
    inventory = connected.connector.inventory as typeof inventory
  }
  beforeEach(async () => {
    platform = await start()
    connectAnew()
  })
  afterEach(() => platform.server.stop())

  const walk = async (from: string | null = null) => {
    const pages: RemoteVariant[][] = []
    let cursor = from
    do {
      const page = await catalog.page(store, cursor)
      pages.push(page.variants)
      if (pages.length > 500) throw new Error('the walk does not end')
      cursor = page.next
    } while (cursor !== null)
    return { pages, variants: pages.flat() }
  }

  const push = async (...variants: ReturnType<typeof toPush>[]) => confirmedOf(await catalog.push(store, variants))
  const skusOf = (variants: readonly { sku: string | null }[]) => variants.map(({ sku }) => sku).sort()

  /** Of both, what the store can show at all. */
  const shownOf = ({ shows, content }: RemoteVariant, ours = content) =>
    [...leavesOf(ours)].filter(([pointer]) => shows.some((each) => `${pointer}/`.startsWith(`${each}/`))).sort()

  const sellMany = (count: number) => {
    const skus: string[] = []
    for (let each = 1; each <= count; each++) {
      const names = each % 3 ? ['Loose'] : ['Small', 'Medium', 'Large']
      const variants = names.map((name, at) => ({ sku: `SKU-${each}-${at}`, name, price: '12.90' }))
      skus.push(...variants.map(({ sku }) => sku))
      platform.shelf.sell(goods(each, { variants }))
    }
    return skus.sort()
  }

  describe('reading', () => {
    it('brings every variant once, with its price, in pages of bounded size', async () => {
      const skus = sellMany(110)
      const { pages, variants } = await walk()
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

    it('parts a product with very many variants into pages', async () => {
      const variants = Array.from({ length: 230 }, (_, at) => ({ sku: `V-${at}`, name: `No. ${at}`, price: '1.00' }))
      platform.shelf.sell(goods(1))
      platform.shelf.sell(goods(2, { variants }))
      platform.shelf.sell(goods(3))
      const { pages, variants: found } = await walk()
      expect(skusOf(found)).toEqual(skusOf([...variants, { sku: 'SKU-1' }, { sku: 'SKU-3' }]))
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(100)
    })

    it('leaves no variant out that stays while others go away', async () => {
      const skus = sellMany(90)
      const gone = new Set<string>()
      let pages = 0
      platform.server.meanwhile(({ query, path, body }) => {
        const isPage = /products$/.test(path) ? !query.has('sku') : String(body.query).startsWith('query Variants(')
        if (!isPage || ++pages === 1 || gone.size >= 14) return
        for (const sku of skus.filter((each) => !gone.has(each) && !each.endsWith('-2')).slice(0, 7)) {
          platform.shelf.lose(sku)
          gone.add(sku)
        }
      })
      const found = new Set(skusOf((await walk()).variants))
      for (const sku of skus) if (!gone.has(sku)) expect(found.has(sku), sku).toBe(true)
      expect(gone.size).toBeGreaterThan(0)
    })

    it('goes on from a page that was read earlier', async () => {
      const skus = sellMany(110)
      const first = await catalog.page(store, null)
      connectAnew()
      const rest = await walk(first.next)
      expect(skusOf([...first.variants, ...rest.variants])).toEqual(skus)
    })

    it('refuses a cursor that is none of its own', async () => {
      expect(await refusalOf(catalog.page(store, '../x'))).toMatchObject({ code: 'INVALID_CONFIG' })
    })

    it('brings what stands around a broken record', async () => {
      platform.shelf.sell(goods(1))
      platform.shelf.sellBroken()
      platform.shelf.sell(goods(2))
      expect(skusOf((await walk()).variants)).toEqual(expect.arrayContaining(['SKU-1', 'SKU-2']))
    })

    it('finds those that the store still has', async () => {
      sellMany(6)
      const { variants } = await walk()
      platform.shelf.lose('SKU-1-0')
      platform.shelf.lose('SKU-3-1')
      const strange = [
        { externalProductId: '../x', externalVariantId: '../y' },
        { externalProductId: '999999', externalVariantId: '999998' },
      ]
      const found = await catalog.find(store, [...variants, ...strange])
      expect(skusOf(found)).toEqual(skusOf(variants.filter(({ sku }) => sku !== 'SKU-1-0' && sku !== 'SKU-3-1')))
      for (const each of found) expect(variants).toContainEqual(each)
      for (const { path } of platform.server.asked) expect(path).not.toMatch(/[xy]$/)
    })
  })

  describe('publishing', () => {
    it('sells what is pushed, and shows it as it was pushed', async () => {
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3, { product: 3, description: null })]
      const external = await push(...variants)
      expect(skusOf(platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
      const found = await catalog.find(store, external)
      expect(found).toHaveLength(3)
      for (const [at, { content }] of variants.entries()) {
        const shown = found.find(({ sku }) => sku === content.sku) as RemoteVariant
        expect(shown).toMatchObject(external[at] as ExternalVariant)
        expect(shown.shows).toEqual(expect.arrayContaining(['/sku', '/name', '/description', '/prices/EUR']))
        expect(shownOf(shown)).toEqual(shownOf(shown, content))
      }
      expect((await walk()).variants).toHaveLength(3)
    })

    it.each([
      ['signs that mean something in HTML', 'Tea & <b>More</b> "x" \'y\' > &amp; z'],
      ['signs that mean something to the store', 'a\\b | c % 50%25 [gallery] {{x}} $1 #2'],
      ['every script', 'Größe 茶 قهوة 🍵 é'],
    ])('keeps texts as they are: %s', async (_, text) => {
      const variant = toPush(1, { name: text, description: `${text}\n\n\n  ${text}\nend`, productName: text })
      const external = await push(variant)
      const [shown] = await catalog.find(store, external)
      expect(shown?.content.name).toBe(text)
      expect(shown?.content.description).toBe(variant.content.description)
      expect(shown?.product.name).toBe(text)
      await push({ ...variant, ...(external[0] as ExternalVariant) })
      expect(await catalog.find(store, external)).toEqual([shown])
    })

    it.each([
      ['JPY', 1290],
      ['KWD', 12_900],
      ['EUR', 0],
      ['EUR', 1_234_567],
    ])('keeps amounts in %s: %i', async (currency, amount) => {
      platform.shelf.sellIn(currency)
      const variant = toPush(1, { prices: { [currency]: amount, CHF: 5 } })
      const [shown] = await catalog.find(store, await push(variant))
      expect(shown?.content.prices).toEqual({ [currency]: amount })
      expect(shown?.shows).toContain(`/prices/${currency}`)
    })

    it('changes what it has pushed before', async () => {
      const [external] = await push(toPush(1))
      const changed = toPush(1, { name: 'Other', description: 'New', prices: { EUR: 999 }, productName: 'Renamed' })
      expect(await push({ ...changed, ...(external as ExternalVariant) })).toEqual([external])
      const [shown] = await catalog.find(store, [external as ExternalVariant])
      expect(shown).toMatchObject({ product: { name: 'Renamed' } })
      expect(shownOf(shown as RemoteVariant)).toEqual(shownOf(shown as RemoteVariant, changed.content))
      expect(platform.shelf.sold()).toHaveLength(1)
    })

    it('does nothing more when it is done again, known to be there or not', async () => {
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
      const external = await push(...variants)
      const sold = platform.shelf.sold()
      expect(await push(...variants)).toEqual(external)
      const known = variants.map((variant, at) => ({ ...variant, ...(external[at] as ExternalVariant) }))
      expect(await push(...known)).toEqual(external)
      expect(platform.shelf.sold()).toEqual(sold)
    })

    it('puts variants of one product into one product, however they come', async () => {
      const [first] = await push(toPush(1))
      const known = { externalProductId: (first as ExternalVariant).externalProductId }
      const [second] = await push({ ...toPush(2, { product: 1 }), ...known })
      const [third] = await push(toPush(3, { product: 1 }))
      const [, fourth] = await push(toPush(1), toPush(4, { product: 1 }))
      for (const each of [second, third, fourth]) expect(each).toMatchObject(known)
      expect(new Set(platform.shelf.sold().map(({ product }) => product)).size).toBe(1)
      expect(platform.shelf.sold()).toHaveLength(4)
    })

    it('takes over what the store sells under the same SKU', async () => {
      platform.shelf.sell(goods(1))
      const variants = ['Small', 'Large'].map((name) => ({ sku: `SKU-${name}`, name, price: '1.00' }))
      platform.shelf.sell(goods(2, { variants }))
      const sold = platform.shelf.sold()
      const external = await push(toPush(1), toPush(2, { sku: 'SKU-Large', prices: { EUR: 250 } }))
      expect(external.map(({ externalVariantId }) => externalVariantId)).toEqual([sold[0]?.variant, sold[2]?.variant])
      expect(platform.shelf.sold()).toHaveLength(3)
      const [, large] = await catalog.find(store, external)
      expect(large?.content).toMatchObject({ sku: 'SKU-Large', prices: { EUR: 250 } })
    })

    it('makes anew what the store has lost', async () => {
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
      const external = await push(...variants)
      for (const sku of ['SKU-2', 'SKU-3']) platform.shelf.lose(sku)
      const known = variants.map((variant, at) => ({ ...variant, ...(external[at] as ExternalVariant) }))
      const again = await push(...known)
      expect(again[0]).toEqual(external[0])
      expect(again[1]?.externalProductId).toBe(external[0]?.externalProductId)
      expect(skusOf(platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
      expect(await catalog.find(store, again)).toHaveLength(3)
    })

    it('tells what the store refuses, and sells the rest', async () => {
      platform.shelf.refuse('SKU-2')
      const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
      const [one, two, three] = await catalog.push(store, variants)
      expect([one, three]).toMatchObject([{ confirmed: {} }, { confirmed: {} }])
      expect(two).toEqual({ id: variants[1]?.id, refused: expect.stringMatching(/\w{3}/) })
      expect(JSON.stringify(two)).not.toContain('<b>')
      expect(skusOf(platform.shelf.sold())).toEqual(['SKU-1', 'SKU-3'])
    })

    const atEachRequest = async (does: (before: number) => Promise<void>) => {
      await push(toPush(1), toPush(2, { product: 1 }), toPush(3))
      const requests = platform.server.asked.length
      for (let before = 0; before < requests; before++) {
        await platform.server.stop()
        platform = await start()
        connectAnew()
        await does(before)
      }
    }

    it('sells everything once, whichever answer of the store is lost', async () => {
      await atEachRequest(async (before) => {
        const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
        platform.server.misbehave(...Array.from({ length: before }, () => 'none' as const), 'lost')
        await catalog.push(store, variants).catch(() => undefined)
        const external = await push(...variants)
        expect(skusOf(platform.shelf.sold())).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
        expect(external[0]?.externalProductId).toBe(external[1]?.externalProductId)
        expect((await walk()).variants).toHaveLength(3)
      })
    })

    it('confirms what is there, and nothing else, where the store stops in between', async () => {
      await atEachRequest(async (before) => {
        const variants = [toPush(1), toPush(2, { product: 1 }), toPush(3)]
        platform.server.misbehave(...Array.from({ length: before }, () => 'none' as const))
        platform.server.always({ status: 429, headers: { 'retry-after': '60' } })
        const outcomes = await catalog.push(store, variants).catch((error) => error)
        if (!Array.isArray(outcomes)) return expect(outcomes).toMatchObject({ code: 'RATE_LIMITED' })
        const sold = platform.shelf.sold().map(({ variant }) => variant)
        for (const outcome of outcomes as PushOutcome[])
          if ('confirmed' in outcome) expect(sold).toContain(outcome.confirmed.externalVariantId)
          else expect(outcome).toMatchObject({ failed: { code: 'RATE_LIMITED' } })
      })
    })
  })

  describe('stock', () => {
    const stocked = async () => {
      const external = await push(toPush(1), toPush(2, { product: 1 }), toPush(3))
      return external.map((each, at) => ({ ...each, id: String(at + 1), quantity: 5, backorders: 'deny' as const }))
    }
    const levelOf = (sku: string) => {
      const { quantity, backorders } = platform.shelf.sold().find((each) => each.sku === sku) ?? {}
      return { quantity, backorders }
    }

    it('sets what is there, whatever was there before', async () => {
      const [one, two, three] = await stocked()
      if (!one || !two || !three) throw new Error('not sold')
      const levels = [one, { ...two, quantity: 0 }, { ...three, quantity: 12 }]
      for (const _ of ['once', 'again'])
        expect(confirmedOf(await inventory.push(store, levels))).toMatchObject(
          levels.map(({ externalVariantId }) => ({ externalVariantId })),
        )
      expect(['SKU-1', 'SKU-2', 'SKU-3'].map(levelOf)).toEqual([
        { quantity: 5, backorders: false },
        { quantity: 0, backorders: false },
        { quantity: 12, backorders: false },
      ])
      await inventory.push(store, [{ ...one, quantity: 3 }])
      expect(levelOf('SKU-1')).toEqual({ quantity: 3, backorders: false })
    })

    it('lets the store sell more than there is, and stops it again', async () => {
      const [one] = await stocked()
      if (!one) throw new Error('not sold')
      confirmedOf(await inventory.push(store, [{ ...one, quantity: -2, backorders: 'allow' }]))
      expect(levelOf('SKU-1').backorders).toBe(true)
      confirmedOf(await inventory.push(store, [{ ...one, quantity: 4 }]))
      expect(levelOf('SKU-1')).toEqual({ quantity: 4, backorders: false })
    })

    it('is left as it is when content is pushed', async () => {
      const [one] = await stocked()
      if (!one) throw new Error('not sold')
      await inventory.push(store, [one])
      await push({ ...toPush(1, { name: 'Other' }), ...one, id: '1' })
      expect(levelOf('SKU-1')).toEqual({ quantity: 5, backorders: false })
    })

    it('tells which ones the store no longer has, and sets the others', async () => {
      const levels = await stocked()
      platform.shelf.lose('SKU-2')
      const strange = { ...levels[0], id: '4', externalProductId: '../x', externalVariantId: '../y' }
      const outcomes = await inventory.push(store, [...levels, strange as (typeof levels)[0]])
      expect(outcomes.map((outcome) => Object.keys(outcome)[1])).toEqual([
        'confirmed',
        'refused',
        'confirmed',
        'refused',
      ])
      expect(levelOf('SKU-3')).toEqual({ quantity: 5, backorders: false })
      for (const { path } of platform.server.asked) expect(path).not.toContain('/x')
    })
  })

  describe('a store that does not do as it should', () => {
    const level = { id: '1', externalProductId: '7', externalVariantId: '8', quantity: 1, backorders: 'deny' as const }
    const calls = () => [
      () => catalog.page(store, null),
      () => catalog.find(store, [level]),
      () => catalog.push(store, [toPush(1)]),
      () => inventory.push(store, [level]),
    ]

    it.each([
      [{ status: 404, page: '<h1>Not Found</h1>' }, 'STORE_NOT_FOUND'],
      [{ status: 200, page: '<h1>Welcome</h1>' }, 'UPSTREAM_ERROR'],
      [{ status: 200, json: { hello: ['world'] } }, 'UPSTREAM_ERROR'],
      [{ status: 503, page: '<h1>Maintenance</h1>' }, 'STORE_UNAVAILABLE'],
      [{ status: 500, json: {} }, 'UPSTREAM_ERROR'],
      [{ status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED'],
      ['gone', 'STORE_UNAVAILABLE'],
    ] as const)('is told of as what it is: %j', async (said, code) => {
      platform.server.always(said)
      for (const call of calls()) {
        connectAnew()
        expect(await refusalOf(call())).toMatchObject({ code })
      }
    })

    it('is told of where it does not take the credentials', async () => {
      connectAnew({ credentials: platform.wrong })
      for (const call of calls())
        expect(await refusalOf(call(), Object.values(platform.wrong).slice(1))).toMatchObject({ code: 'AUTH_FAILED' })
    })

    it('is told of where the credentials do not allow it', async () => {
      platform.forbid()
      for (const call of calls()) expect(await refusalOf(call())).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    })
  })
})
