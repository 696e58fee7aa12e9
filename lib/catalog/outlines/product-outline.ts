import type { Product } from '../../../schemas/catalog/product.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { searchableWords } from '../../platform/store/entities/entity.ts'
import type { ColumnValues } from '../../platform/store/entities/outline.ts'

export const PRODUCT_COLUMNS = ['status', 'words', 'brand', 'tags'] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

type Searched = Pick<Product, 'status' | 'name' | 'brand' | 'tags'>

/** Returns what searches need of a product. */
export const readProductOutline = ({ status, name, brand, tags }: Searched): ColumnValues => ({
  status,
  words: searchableWords([name, ...(brand === null ? [] : [brand]), ...tags]),
  brand: brand && foldText(brand),
  tags: tags.map(foldText),
})
