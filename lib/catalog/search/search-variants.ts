import type { Id } from '../../platform/id.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { foldGtin } from '../../platform/identifiers/gtin.ts'
import { findAll, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { type ColumnTest, hasWords, is, isOneOf } from '../../platform/store/outlines/column-test.ts'
import {
  type Conditions,
  findIdsByOutlines,
  meetsConditions,
  searchOutlines,
} from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findVariantIdsBySku } from '../find-variant-ids-by-sku.ts'
import { shortenProductId, type VariantColumn } from '../outlines/variant-outline.ts'
import { products } from '../product-store.ts'
import { listVariants, type StoredVariant, variants } from '../variant-store.ts'
import { buildProductConditions, type ProductConditions } from './search-products.ts'

export interface VariantFilters extends ProductConditions {
  productId?: Id | undefined
  search?: string | undefined
  sku?: string | undefined
  gtin?: string | undefined
  mpn?: string | undefined
}

/** Returns the ids of the products that show their variants, as outlines have them; undefined if any product does. */
const findProductsOf = async (
  db: Table,
  tenant: Id,
  { productId, status, tag, brand, categoryId }: VariantFilters,
): Promise<string[] | undefined> => {
  const conditions = await buildProductConditions(db, tenant, { status, tag, brand, categoryId })
  const own = productId && shortenProductId(productId)
  if (!Object.keys(conditions).length) return own === undefined ? undefined : [own]
  const ids = (await findIdsByOutlines(db, products, tenant, conditions)).map(shortenProductId)
  return own === undefined ? ids : ids.filter((id) => id === own)
}

const buildVariantConditions = (
  { search, gtin, mpn }: VariantFilters,
  ofProducts: readonly string[] | undefined,
): Conditions => {
  const conditions: Partial<Record<VariantColumn, ColumnTest>> = {
    ...(ofProducts && { product: isOneOf(ofProducts) }),
    ...(search !== undefined && { words: hasWords(search) }),
    ...(gtin && { gtin: is(foldGtin(gtin)) }),
    ...(mpn && { mpn: is(foldText(mpn)) }),
  }
  return conditions as Conditions
}

/** Returns one page of the variants that the filters show, newest first. */
export const searchVariants = async (
  db: Table,
  tenant: Id,
  page: Page,
  filters: VariantFilters,
): Promise<Members<StoredVariant>> => {
  const { productId, sku, ...others } = filters
  const isListed = sku === undefined && Object.values(others).every((value) => value === undefined)
  if (isListed) return await listVariants(db, tenant, page, productId)
  const conditions = buildVariantConditions(filters, await findProductsOf(db, tenant, filters))
  if (sku === undefined) return await searchOutlines(db, variants, tenant, page, conditions)
  const ids = await findVariantIdsBySku(db, tenant, [sku])
  const found = await findAll(db, variants, tenant, [...ids.values()])
  return slicePage(
    found.filter((variant) => meetsConditions(variants, variant, conditions)),
    page,
  )
}
