import { describe, expect, it } from 'vitest'
import type { Content } from '../../lib/catalog/content.ts'
import type { Store, VariantToPush } from '../../lib/connectors/connector.ts'
import { connectorOf } from '../../lib/connectors/registry.ts'
import { shopOf } from '../../lib/connectors/simulator/catalog.ts'
import { runSeed } from '../support/seed.ts'

const { catalog, inventory, prepare } = connectorOf('simulator')
if (!catalog || !inventory) throw new Error('the simulator has a catalog')

let made = 0

const storeWith = (given: Record<string, string> = {}): Store & { seed: string } => {
  const seed = `store ${runSeed} ${++made}`
  return {
    seed,
    credentials: prepare({ api_key: 'k', seed, ...given }),
    config: {},
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

const allOf = async (store: Store) => {
  const found = []
  for (let cursor: string | null = null; ; ) {
    const page = await catalog.page(store, cursor)
    found.push(...page.variants)
    if (page.next === null) return found
    cursor = page.next
  }
}

describe('what a simulated store sells', () => {
  it('is as many as it was told, each once, page by page', async () => {
    const found = await allOf(storeWith({ products: '25', page_size: '4' }))
    expect(new Set(found.map(({ externalVariantId }) => externalVariantId)).size).toBe(25)
    expect(new Set(found.map(({ externalProductId }) => externalProductId)).size).toBe(13)
  })

  it('has what was pushed, once however often it is pushed, and shows it as it was sent', async () => {
    const store = storeWith({ products: '2' })
    const variant = variantOf('NEW')
    const [first] = await catalog.push(store, [variant])
    const [again] = await catalog.push(store, [variant])
    expect(again).toEqual(first)
    const found = await allOf(store)
    expect(found).toHaveLength(3)
    expect(found.at(-1)?.content).toEqual(variant.content)
    expect(shopOf(store.seed)?.pushes).toBe(2)
  })

  it('takes over a variant of the same SKU, and makes one anew that was lost', async () => {
    const store = storeWith({ products: '2' })
    const [taken] = await catalog.push(store, [variantOf('SIM-1')])
    expect(taken).toMatchObject({ confirmed: { externalVariantId: 'variant-1' } })
    shopOf(store.seed)?.sold.clear()
    shopOf(store.seed)?.idBySku.clear()
    const lost = variantOf('SIM-1', { externalProductId: 'product-0', externalVariantId: 'variant-1' })
    const [made] = await catalog.push(store, [lost])
    expect(made).toMatchObject({ confirmed: { externalProductId: 'product-0' } })
    expect(await allOf(store)).toHaveLength(1)
  })

  it('refuses the same content each time, and a SKU that another variant has', async () => {
    const store = storeWith({ products: '2', refuse_percent: '100' })
    expect(await catalog.push(store, [variantOf('NEW')])).toEqual(await catalog.push(store, [variantOf('NEW')]))
    const open = storeWith({ products: '2' })
    const [clash] = await catalog.push(open, [variantOf('SIM-0', { externalVariantId: 'variant-1' })])
    expect(clash).toHaveProperty('refused')
  })

  it('has the stock that was set last', async () => {
    const store = storeWith({ products: '2' })
    const [one] = await allOf(store)
    if (!one) throw new Error('it sells something')
    const { externalProductId, externalVariantId } = one
    const level = { id: 'V', externalProductId, externalVariantId, quantity: 7, backorders: 'deny' } as const
    await inventory.push(store, [level])
    await inventory.push(store, [{ ...level, quantity: 3 }])
    expect(shopOf(store.seed)?.sold.get(externalVariantId)?.stock).toEqual({ quantity: 3, backorders: 'deny' })
    const gone = { ...level, externalVariantId: 'none' }
    expect(await inventory.push(store, [gone])).toEqual([{ id: 'V', refused: expect.any(String) }])
  })
})
