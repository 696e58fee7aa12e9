import type { Content } from '../../lib/catalog/content.ts'
import type { Connector, PushOutcome, RemoteVariant, Shop, VariantToPush } from '../../lib/connectors/connector.ts'

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

export const confirmed = (outcome: PushOutcome | undefined) => {
  if (!outcome || !('confirmed' in outcome)) throw new Error(`not confirmed: ${JSON.stringify(outcome)}`)
  return outcome.confirmed
}

/** Pushes all of these, and says where the store has them. */
export const pushedTo =
  ({ push }: NonNullable<Connector['catalog']>, store: () => Shop) =>
  async (...toBePushed: VariantToPush[]) =>
    (await push(store(), toBePushed)).map(confirmed)

/** What a store shows of a variant after it was pushed. */
export const shownBy = (catalog: NonNullable<Connector['catalog']>, store: () => Shop) => {
  const push = pushedTo(catalog, store)
  return async (variant: VariantToPush) => (await catalog.find(store(), await push(variant)))[0] as RemoteVariant
}
