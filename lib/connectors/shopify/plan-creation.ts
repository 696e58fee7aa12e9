import { isSameSku } from '../../platform/identifiers/sku.ts'
import type { VariantToPush } from '../connector.ts'
import type { ExistingProduct } from './product.ts'

export interface PlannedVariant {
  variant: VariantToPush
  externalVariantId: string
}

/** The steps that give a product its new variants, in this order. */
export interface CreationPlan {
  /** Variants that the product has already, although a search does not find them yet. */
  update: PlannedVariant[]
  /** The variant that takes over the product's default variant. */
  reuseDefault: PlannedVariant | undefined
  create: VariantToPush[]
  /** Removes or keeps the default variant on creation. Variants of other origin always stay. */
  strategy: 'REMOVE_STANDALONE_VARIANT' | 'PRESERVE_STANDALONE_VARIANT'
}

/** The default variant is reused by the variant that has the name of the product, since it can stay without a name. */
export const planCreation = (
  product: Pick<ExistingProduct, 'title' | 'variants'>,
  defaultVariantId: string | undefined,
  variants: readonly VariantToPush[],
): CreationPlan => {
  const update = variants.flatMap((variant) => {
    const existing = product.variants.nodes.find(({ sku }) => isSameSku(sku, variant.content.sku))
    return existing ? [{ variant, externalVariantId: existing.id }] : []
  })
  const namesake = variants.find(({ content }) => content.name === product.title)
  const reuseDefault =
    defaultVariantId !== undefined && namesake ? { variant: namesake, externalVariantId: defaultVariantId } : undefined
  const planned = new Set([...update, ...(reuseDefault ? [reuseDefault] : [])].map(({ variant }) => variant))
  return {
    update,
    reuseDefault,
    create: variants.filter((variant) => !planned.has(variant)),
    strategy:
      defaultVariantId !== undefined && !reuseDefault ? 'REMOVE_STANDALONE_VARIANT' : 'PRESERVE_STANDALONE_VARIANT',
  }
}
