import { describe, expect, it } from 'vitest'
import type { VariantToPush } from '../../lib/connectors/connector.ts'
import { planCreation } from '../../lib/connectors/shopify/product.ts'

const variant = (sku: string, name: string): VariantToPush => ({
  id: `id-${sku}`,
  product: { id: 'p', name: 'Tea', description: null, brand: null },
  externalProductId: null,
  externalVariantId: null,
  content: { sku, name, description: null, brand: null, attributes: {}, prices: {}, localizations: {} },
})
const product = (skus: (string | null)[] = []) => ({
  title: 'Tea',
  variants: { nodes: skus.map((sku, i) => ({ id: `v${i}`, sku, selectedOptions: [] })) },
})

const [tea, small, large] = [variant('T', 'Tea'), variant('S', 'Small'), variant('L', 'Large')]

const PLANS: [
  string,
  Parameters<typeof planCreation>,
  { update: string[]; reused?: string; create: string[]; removes: boolean },
][] = [
  [
    'creates all in a product without a default variant',
    [product(), undefined, [tea, small]],
    { update: [], create: ['T', 'S'], removes: false },
  ],
  [
    'reuses the default variant for the one with the name of the product',
    [product([null]), 'v0', [small, tea]],
    { update: [], reused: 'T', create: ['S'], removes: false },
  ],
  [
    'reuses the default variant for the only one',
    [product([null]), 'v0', [tea]],
    { update: [], reused: 'T', create: [], removes: false },
  ],
  [
    'removes the default variant if none has the name of the product',
    [product([null]), 'v0', [small, large]],
    { update: [], create: ['S', 'L'], removes: true },
  ],
  [
    'updates those that the product has already',
    [product(['S', 'X']), undefined, [small, large]],
    { update: ['S'], create: ['L'], removes: false },
  ],
  [
    'creates nothing if the product has all',
    [product(['L', 'S']), undefined, [small, large]],
    { update: ['S', 'L'], create: [], removes: false },
  ],
  [
    'leaves a variant of the merchant alone, even if it is the only one',
    [product(['X']), undefined, [tea]],
    { update: [], create: ['T'], removes: false },
  ],
]

describe('the plan for new variants of a Shopify product', () => {
  it.each(PLANS)('%s', (_, given, expected) => {
    const { update, reuseDefault, create, strategy } = planCreation(...given)
    expect(update.map((each) => each.variant.content.sku)).toEqual(expected.update)
    expect(reuseDefault?.variant.content.sku).toBe(expected.reused)
    expect(create.map(({ content }) => content.sku)).toEqual(expected.create)
    expect(strategy).toBe(expected.removes ? 'REMOVE_STANDALONE_VARIANT' : 'PRESERVE_STANDALONE_VARIANT')
  })

  it('names the ids of the variants that it changes', () => {
    expect(planCreation(product(['L', 'S']), undefined, [small]).update).toEqual([
      { variant: small, externalVariantId: 'v1' },
    ])
    expect(planCreation(product([null]), 'v0', [tea]).reuseDefault).toEqual({ variant: tea, externalVariantId: 'v0' })
  })

  it('gives each variant exactly one step', () => {
    const { update, reuseDefault, create } = planCreation(product(['S']), undefined, [tea, small, large])
    const all = [...update, ...(reuseDefault ? [reuseDefault] : [])].map((each) => each.variant)
    expect(new Set([...all, ...create])).toEqual(new Set([tea, small, large]))
    expect(all.length + create.length).toBe(3)
  })
})
