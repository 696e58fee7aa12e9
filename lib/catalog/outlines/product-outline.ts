import type { Product } from '../../../schemas/catalog/product.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { searchableWords } from '../../platform/store/entities/entity.ts'
import type { ColumnValues } from '../../platform/store/entities/outline.ts'

export const PRODUCT_COLUMNS = ['status', 'words', 'brand', 'tags', 'categories'] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

/** Characters of the id of a category, all from its random end; no two of a tenant share them. */
const ID_DIGITS = 12

/** Shortens the id of a category as outlines of products have it. */
export const shortenCategoryId = (id: string): string => id.slice(-ID_DIGITS)

type Searched = Pick<Product, 'status' | 'name' | 'brand' | 'tags' | 'categoryIds'>

/** Returns what searches need of a product. */
export const readProductOutline = ({ status, name, brand, tags, categoryIds }: Searched): ColumnValues => ({
  status,
  words: searchableWords([name, ...(brand === null ? [] : [brand]), ...tags]),
  brand: brand && foldText(brand),
  tags: tags.map(foldText),
  categories: categoryIds.map(shortenCategoryId),
})
