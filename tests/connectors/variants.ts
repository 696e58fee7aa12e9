import type { Content } from '../../lib/catalog/content.ts'
import type { VariantToPush } from '../../lib/connectors/connector.ts'

interface Wanted extends Partial<Content> {
  /** Which product it is of; one of its own where it is not said. */
  product?: number
  productName?: string
}

/** A variant that nothing is known of in the store yet. */
export const toPush = (count: number, { product = count, productName, ...content }: Wanted = {}): VariantToPush => {
  const description = content.description === undefined ? `Grown\non hill ${product}.` : content.description
  return {
    id: `01K0VAR0000000000000000${String(count).padStart(3, '0')}`,
    product: {
      id: `01K0PR00000000000000000${String(product).padStart(3, '0')}`,
      name: productName ?? `Tea ${product}`,
      description,
      brand: null,
    },
    externalProductId: null,
    externalVariantId: null,
    content: {
      sku: `SKU-${count}`,
      name: `Variant ${count}`,
      brand: null,
      attributes: {},
      prices: { EUR: 1290 + count },
      localizations: {},
      ...content,
      description,
    },
  }
}
