import type { ProductState } from '../../../schemas/catalog/product.ts'
import type { Id } from '../../platform/id.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { foldGtin } from '../../platform/identifiers/gtin.ts'
import { findAll, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { type ColumnTest, has, hasWords, is } from '../../platform/store/outlines/column-test.ts'
import {
  type Conditions,
  findIdsByOutlines,
  meetsConditions,
  searchOutlines,
} from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findLevelsBelow } from '../categories/find-levels-below.ts'
import { findVariantIdsBySku } from '../find-variant-ids-by-sku.ts'
import { type ProductColumn, shortenCategoryId } from '../outlines/product-outline.ts'
import { listProducts, products, type StoredProduct } from '../product-store.ts'
import { variants } from '../variant-store.ts'

/** Conditions of a search for products, or for variants by their products. */
export interface ProductConditions {
  status?: ProductState | undefined
  tag?: string | undefined
  brand?: string | undefined
  categoryId?: Id | undefined
}

export interface ProductFilters extends ProductConditions {
  search?: string | undefined
  sku?: string | undefined
  gtin?: string | undefined
}

/** Tells whether a product is in one of the categories. */
const isIn = (ids: readonly Id[]): ColumnTest => {
  const wanted = new Set(ids.map(shortenCategoryId))
  return (value) => Array.isArray(value) && value.some((each) => wanted.has(each))
}

/** Builds the conditions of the filters that are given; a category has the products of those below it. */
export const buildProductConditions = async (
  db: Table,
  tenant: Id,
  { search, status, tag, brand, categoryId }: ProductConditions & Pick<ProductFilters, 'search'>,
): Promise<Conditions> => {
  const conditions: Partial<Record<ProductColumn, ColumnTest>> = {
    ...(status && { status: is(status) }),
    ...(search !== undefined && { words: hasWords(search) }),
    ...(brand && { brand: is(foldText(brand)) }),
    ...(tag && { tags: has(foldText(tag)) }),
    ...(categoryId && { categories: isIn((await findLevelsBelow(db, tenant, categoryId)).flat()) }),
  }
  return conditions as Conditions
}

/** Returns the ids of the variants that have the identifiers. */
const findIdentified = async (
  db: Table,
  tenant: Id,
  { sku, gtin }: Pick<ProductFilters, 'sku' | 'gtin'>,
): Promise<Id[]> => {
  const [bySku, byGtin] = await Promise.all([
    sku === undefined ? undefined : findVariantIdsBySku(db, tenant, [sku]),
    gtin === undefined ? undefined : findIdsByOutlines(db, variants, tenant, { gtin: is(foldGtin(gtin)) }),
  ])
  const ids = bySku ? [...bySku.values()] : (byGtin ?? [])
  return bySku && byGtin ? ids.filter((id) => byGtin.includes(id)) : ids
}

/** Returns one page of the products that the filters show, newest first. */
export const searchProducts = async (
  db: Table,
  tenant: Id,
  page: Page,
  filters: ProductFilters,
): Promise<Members<StoredProduct>> => {
  const { sku, gtin, status, ...others } = filters
  const conditions = await buildProductConditions(db, tenant, filters)
  if (sku === undefined && gtin === undefined) {
    const isListed = Object.values(others).every((value) => value === undefined)
    return isListed
      ? await listProducts(db, tenant, page, status)
      : await searchOutlines(db, products, tenant, page, conditions)
  }
  const found = await findAll(db, variants, tenant, await findIdentified(db, tenant, { sku, gtin }))
  const ids = [...new Set(found.map(({ productId }) => productId))].sort().reverse()
  const identified = await findAll(db, products, tenant, ids)
  return slicePage(
    identified.filter((product) => meetsConditions(products, product, conditions)),
    page,
  )
}
