import type { Variant } from '../../../schemas/catalog/product.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { foldGtin } from '../../platform/identifiers/gtin.ts'
import { searchableWords } from '../../platform/store/entities/entity.ts'
import type { ColumnValues } from '../../platform/store/entities/outline.ts'

export const VARIANT_COLUMNS = ['product', 'words', 'gtin', 'mpn'] as const
export type VariantColumn = (typeof VARIANT_COLUMNS)[number]

/** Characters of the id of a product, all from its random end, so that it packs well; no two of a tenant share them. */
const ID_DIGITS = 12

/** Shortens the id of a product as outlines of variants have it. */
export const shortenProductId = (id: string): string => id.slice(-ID_DIGITS)

type Searched = Pick<Variant, 'productId' | 'sku' | 'name' | 'gtin' | 'mpn'>

/** Returns what searches need of a variant. What they need of its product is in the outline of that. */
export const readVariantOutline = ({ productId, sku, name, gtin, mpn }: Searched): ColumnValues => ({
  product: shortenProductId(productId),
  words: searchableWords([sku, name, ...[gtin, mpn].filter((text) => text !== null)]),
  gtin: gtin && foldGtin(gtin),
  mpn: mpn && foldText(mpn),
})
