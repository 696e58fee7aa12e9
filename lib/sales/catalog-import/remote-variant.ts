import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { CreateProductInput, variantFields } from '../../../schemas/catalog/product.ts'
import { input } from '../../../schemas/types.ts'
import { findSizeViolations } from '../../catalog/find-size-violations.ts'
import { checkVariant } from '../../catalog/variant.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'
import { Problem } from '../../platform/problem.ts'
import { MAX_EXTERNAL_ID_LENGTH } from '../listings/listing-store.ts'
import { describeMistakes } from '../orders/order-row.ts'

const ImportedVariant = input(variantFields)

/** A shop's variant in the form in which it can be imported. */
export interface Incoming {
  remote: RemoteVariant
  product: Pick<Required<CreateProductInput>, 'name' | 'description' | 'brand'>
  variant: Static<typeof ImportedVariant>
}

const MAX_MESSAGES = 5

const findMistakes = (schema: TSchema, value: object, noun: string) =>
  Check(schema, value) ? [] : describeMistakes(schema, value, noun)

const findAllMistakes = ({ product, variant }: Pick<Incoming, 'product' | 'variant'>): string[] => {
  const shape = [
    ...findMistakes(CreateProductInput, product, 'the product'),
    ...findMistakes(ImportedVariant, variant, 'the variant'),
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
export const readRemote = (remote: RemoteVariant): Incoming | { error: string } => {
  const { content, sku, title, externalProductId, externalVariantId } = remote
  if ([externalProductId, externalVariantId].some((id) => !id || id.length > MAX_EXTERNAL_ID_LENGTH))
    return { error: `the ids of the shop must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters` }
  if (!sku?.trim()) return { error: 'the variant has no SKU' }
  const { name, description, brand } = remote.product
  const read = {
    product: { name: name.trim() || title.trim(), description: description ?? content.description ?? null, brand },
    variant: {
      sku: sku.trim(),
      name: content.name?.trim() || title.trim() || name.trim(),
      attributes: content.attributes ?? {},
      prices: Object.entries(content.prices ?? {}).map(([currency, amount]) => ({ currency, amount })),
      localizations: content.localizations ?? {},
    },
  }
  const wrong = findAllMistakes(read)
  return wrong.length ? { error: wrong.slice(0, MAX_MESSAGES).join('; ') } : { remote, ...read }
}
