import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { CreateProductInput, variantFields } from '../../../schemas/catalog/product.ts'
import { input } from '../../../schemas/types.ts'
import { findSizeViolations } from '../../catalog/find-size-violations.ts'
import { pickValidGoods } from '../../catalog/goods/pick-valid-goods.ts'
import { checkVariant } from '../../catalog/variant.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { Problem } from '../../platform/problem.ts'
import { MAX_EXTERNAL_ID_LENGTH } from '../listings/listing-store.ts'
import { describeMistakes } from '../orders/order-row.ts'

const VariantFields = input(variantFields)

/** A shop's variant in the form in which it can be imported. */
export interface IncomingVariant {
  remote: RemoteVariant
  product: Pick<Required<CreateProductInput>, 'name' | 'description' | 'brand'>
  variant: Static<typeof VariantFields>
  /** Facts of the shop about the goods that cannot be right, in words. */
  faults: string[]
}

/** A shop's variant: either importable, or known to be broken. `key` identifies it within its page. */
export type VariantCandidate = { key: string; externalId: string; sku: string | null } & (
  | { incoming: IncomingVariant }
  | { error: string }
)

const MAX_MESSAGES = 5

const findMistakes = (schema: TSchema, value: object, noun: string) =>
  Check(schema, value) ? [] : describeMistakes(schema, value, noun)

const findAllMistakes = ({ product, variant }: Pick<IncomingVariant, 'product' | 'variant'>): string[] => {
  const shape = [
    ...findMistakes(CreateProductInput, product, 'the product'),
    ...findMistakes(VariantFields, variant, 'the variant'),
  ]
  if (shape.length) return shape
  const size = findSizeViolations(product, product)
  try {
    checkVariant(variant)
    return size.map(({ propertyPath, message }) => `${propertyPath} ${message}`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [...size, ...(error.violations ?? [])].map(({ propertyPath, message }) => `${propertyPath} ${message}`)
  }
}

/** Returns the shop's variant, or what is wrong with it in words that users may see. */
export const readRemoteVariant = (remote: RemoteVariant): IncomingVariant | { error: string } => {
  const { content, title, externalProductId, externalVariantId, includesTax = null } = remote
  if ([externalProductId, externalVariantId].some((id) => !id || id.length > MAX_EXTERNAL_ID_LENGTH))
    return { error: `the ids of the shop must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters` }
  const sku = cleanText(remote.sku ?? '')
  if (!sku) return { error: 'the variant has no SKU' }
  const { name, description, brand } = remote.product
  const { goods, faults } = pickValidGoods(remote.goods ?? {})
  const read = {
    faults,
    product: { name: name.trim() || title.trim(), description: description ?? content.description ?? null, brand },
    variant: {
      sku,
      name: content.name?.trim() || title.trim() || name.trim(),
      ...goods,
      attributes: content.attributes ?? {},
      prices: Object.entries(content.prices ?? {}).map(([currency, amount]) => ({
        ...{ currency, amount },
        ...(includesTax !== null && { includesTax }),
      })),
      localizations: content.localizations ?? {},
    },
  }
  const wrong = findAllMistakes(read)
  return wrong.length ? { error: wrong.slice(0, MAX_MESSAGES).join('; ') } : { remote, ...read }
}
