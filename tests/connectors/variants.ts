import type { Content } from '../../lib/catalog/content.ts'
import type { Connector, PushOutcome, RemoteVariant, Shop, VariantToPush } from '../../lib/connectors/connector.ts'

interface Wanted extends Partial<Content> {
  /** The product of the variant; by default its own. */
  product?: number
  productName?: string
}

/** A variant without external ids. */
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

export const confirmed = (outcome: PushOutcome | undefined) => {
  if (!outcome || !('confirmed' in outcome)) throw new Error(`not confirmed: ${JSON.stringify(outcome)}`)
  return outcome.confirmed
}

/** Pushes all variants and returns them with their external ids. */
export const pushedTo =
  ({ push }: NonNullable<Connector['catalog']>, store: () => Shop) =>
  async (...toBePushed: VariantToPush[]) =>
    (await push(store(), toBePushed)).map(confirmed)

/** Returns a pushed variant as the shop shows it. */
export const shownBy = (catalog: NonNullable<Connector['catalog']>, store: () => Shop) => {
  const push = pushedTo(catalog, store)
  return async (variant: VariantToPush) => (await catalog.find(store(), await push(variant)))[0] as RemoteVariant
}
