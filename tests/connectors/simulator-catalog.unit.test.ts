import { describe, expect, it } from 'vitest'
import type { Content } from '../../lib/catalog/content.ts'
import type { Shop, VariantToPush } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { openShopState, readVariants, writeVariant } from '../../lib/connectors/simulator/shop-state.ts'
import { newId } from '../../lib/platform/id.ts'
import { memoryTable } from '../support/memory-table.ts'
import { runSeed } from '../support/seed.ts'

const { catalog, inventory, prepare } = getConnector('simulator')
if (!catalog || !inventory) throw new Error('the simulator has a catalog')

let made = 0

const buildShop = (given: Record<string, string> = {}): Shop & { seed: string } => {
  const seed = `store ${runSeed} ${++made}`
  return {
    seed,
    credentials: prepare({ api_key: 'k', seed, ...given }),
    config: {},
    kept: { db: memoryTable(), tenant: newId(new Date()) },
    http: { send: () => Promise.reject(new Error('it has no network')), now: () => new Date('2026-03-01T12:00:00Z') },
  }
}

const variantOf = (sku: string, more: Partial<VariantToPush> = {}): VariantToPush => {
  const content: Content = {
    sku,
    name: `Name of ${sku}`,
    description: null,
    brand: null,
    attributes: {},
    prices: { EUR: 100 },
    localizations: {},
  }
  const product = { id: 'P', name: 'Product', description: null, brand: null }
  return { id: sku, product, externalProductId: null, externalVariantId: null, content, ...more }
}

const allOf = async (store: Shop) => {
  const found = []
  for (let cursor: string | null = null; ; ) {
    const page = await catalog.page(store, cursor)
    found.push(...page.variants)
    if (page.next === null) return found
    cursor = page.next
  }
}

describe('the catalog of a simulated shop', () => {
  it('has the configured number of variants, each once, page by page', async () => {
    const found = await allOf(buildShop({ products: '25', page_size: '4' }))
    expect(new Set(found.map(({ externalVariantId }) => externalVariantId)).size).toBe(25)
    expect(new Set(found.map(({ externalProductId }) => externalProductId)).size).toBe(13)
  })

  it('contains a pushed variant once, unchanged, however often it is pushed', async () => {
    const store = buildShop({ products: '2' })
    const variant = variantOf('NEW')
    const [first] = await catalog.push(store, [variant])
    const [again] = await catalog.push(store, [variant])
    expect(again).toEqual(first)
    const found = await allOf(store)
    expect(found).toHaveLength(3)
    expect(found.at(-1)?.content).toEqual(variant.content)
  })

  it('adopts a variant with the same SKU and creates a deleted one again', async () => {
    const store = buildShop({ products: '2' })
    const [taken] = await catalog.push(store, [variantOf('SIM-1')])
    expect(taken).toMatchObject({ confirmed: { externalVariantId: 'variant-1' } })
    for (const id of ['variant-0', 'variant-1'])
      await writeVariant(openShopState(store, store.seed), id, { isGone: true })
    const lost = variantOf('SIM-1', { externalProductId: 'product-0', externalVariantId: 'variant-1' })
    const [made] = await catalog.push(store, [lost])
    expect(made).toMatchObject({ confirmed: { externalProductId: 'product-0' } })
    expect(await allOf(store)).toHaveLength(1)
  })

  it('rejects the same content each time, and a SKU of another variant', async () => {
    const store = buildShop({ products: '2', refuse_percent: '100' })
    expect(await catalog.push(store, [variantOf('NEW')])).toEqual(await catalog.push(store, [variantOf('NEW')]))
    const open = buildShop({ products: '2' })
    const [clash] = await catalog.push(open, [variantOf('SIM-0', { externalVariantId: 'variant-1' })])
    expect(clash).toHaveProperty('refused')
  })

  it('keeps answering however many other shops there are', async () => {
    for (let other = 0; other < 1100; other++) await getConnector('simulator').test?.(buildShop())
    const store = buildShop({ rate_limit_percent: '50' })
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => allOf(store)))
    expect(new Set(answers.map(({ status }) => status)).size).toBe(2)
  })

  it('is shared by all processes and hidden from other tenants', async () => {
    const api = buildShop({ products: '2' })
    const worker: Shop = { ...api, credentials: { ...api.credentials } }
    const variants = Array.from({ length: 40 }, (_, i) => variantOf(`P-${i}`))
    const halves = [variants.slice(0, 20), variants.slice(20)]
    await Promise.all([catalog.push(api, halves[0] ?? []), catalog.push(worker, halves[1] ?? [])])
    expect(await allOf(api)).toHaveLength(42)
    expect(await allOf(worker)).toEqual(await allOf(api))
    const stranger = { ...api, kept: { ...api.kept, tenant: newId(new Date()) } } as Shop
    expect(await allOf(stranger)).toHaveLength(2)
  })

  it('gives a SKU to only one of two concurrent pushes', async () => {
    const store = buildShop({ products: '0' })
    const twins = ['A', 'B'].map((id) => ({ ...variantOf('TWIN'), id }))
    const outcomes = (await Promise.all(twins.map((twin) => catalog.push(store, [twin])))).flat()
    expect(outcomes.filter((outcome) => 'confirmed' in outcome)).toHaveLength(1)
    expect(await allOf(store)).toHaveLength(1)
  })

  it('contains pushed variants, page by page', async () => {
    const store = buildShop({ products: '3', page_size: '2' })
    await catalog.push(
      store,
      ['X', 'Y', 'Z'].map((sku) => variantOf(sku)),
    )
    const found = await allOf(store)
    expect(found.map(({ sku }) => sku)).toEqual(['SIM-0', 'SIM-1', 'SIM-2', 'X', 'Y', 'Z'])
    await expect(catalog.page(store, 'elsewhere')).rejects.toThrow('The cursor is not one of this shop.')
  })

  it('has the latest stock', async () => {
    const store = buildShop({ products: '2' })
    const [one] = await allOf(store)
    if (!one) throw new Error('it sells something')
    const { externalProductId, externalVariantId } = one
    const level = { id: 'V', externalProductId, externalVariantId, quantity: 7, backorders: 'deny' } as const
    await inventory.push(store, [level])
    await inventory.push(store, [{ ...level, quantity: 3 }])
    const shop = openShopState(store, store.seed)
    const kept = (await readVariants(shop, [externalVariantId])).get(externalVariantId)
    expect(kept?.stock).toEqual({ quantity: 3, backorders: 'deny' })
    const gone = { ...level, externalVariantId: 'none' }
    expect(await inventory.push(store, [gone])).toEqual([{ id: 'V', refused: expect.any(String), isMissing: true }])
  })
})
