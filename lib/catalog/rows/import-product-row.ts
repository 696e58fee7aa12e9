import { isDeepStrictEqual } from 'node:util'
import type { CreateProductInput } from '../../../schemas/catalog/product.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import { cleanTags } from '../../platform/identifiers/clean-tags.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid, orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findCategoryIds } from '../categories/category-store.ts'
import { requireCategories } from '../categories/require-categories.ts'
import { findBySku } from '../import-variant.ts'
import { addProduct, changeProduct, findProduct, type StoredProduct } from '../product-store.ts'
import { createVariant, type StoredVariant } from '../variant-store.ts'
import { mergeIntoVariant, pickVariantFields, type VariantFields } from './import-variant-row.ts'

/** A variant by its SKU, with its product. */
export interface ProductRow extends VariantFields {
  sku: string
  /** Name of the product. New variants of one import with the same name belong to one product. */
  product?: string | undefined
  productId?: Id | undefined
  description?: string | undefined
  brand?: string | undefined
  tags?: string[] | undefined
  /** Codes of categories, the main one first. */
  categories?: string[] | undefined
  /** State of a new product; a row changes none of an existing one. */
  status?: 'draft' | 'active' | undefined
}

type ProductFields = Partial<Pick<CreateProductInput, 'name' | 'description' | 'brand' | 'tags' | 'categoryIds'>>

/** Returns the ids of the categories that a row names; undefined if it names none. */
const findCategoriesOfRow = async (db: Table, tenant: Id, { categories: codes }: ProductRow) => {
  if (!codes?.length) return undefined
  const ids = await findCategoryIds(db, tenant, codes)
  const unknown = codes.find((code) => !ids.has(code))
  if (unknown !== undefined)
    throw invalid({ propertyPath: 'categories', message: `must be codes of categories, which ${unknown} is not` })
  return [...new Set(ids.values())]
}

const pickProductFields = (
  { product, description, brand, tags }: ProductRow,
  categoryIds: Id[] | undefined,
): ProductFields => ({
  ...(categoryIds && { categoryIds }),
  ...(tags && { tags: cleanTags(tags) }),
  ...(product !== undefined && { name: product }),
  ...(description !== undefined && { description }),
  ...(brand !== undefined && { brand }),
})

const pickChanges = (stored: StoredProduct, given: ProductFields) =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(stored[name as keyof ProductFields], value)),
  ) as ProductFields

/** Changes what differs, and returns whether anything did. */
const updateBoth = async (db: Table, unit: Unit, variant: StoredVariant, row: ProductRow): Promise<boolean> => {
  const product = await findProduct(db, unit.tenant, variant.productId)
  const categoryIds = await findCategoriesOfRow(db, unit.tenant, row)
  const changes = product ? pickChanges(product, pickProductFields(row, categoryIds)) : {}
  await requireCategories(db, unit, changes.categoryIds, product?.categoryIds)
  if (Object.keys(changes).length) await changeProduct(unit, variant.productId, changes)
  const isMerged = await mergeIntoVariant(unit, variant, row)
  return isMerged || Object.keys(changes).length > 0
}

const requireProduct = async (
  db: Table,
  unit: Unit,
  row: ProductRow,
  { id: importId, createdAt }: { id: Id; createdAt: string },
): Promise<StoredProduct> => {
  if (row.productId !== undefined)
    return orInvalid(await findProduct(db, unit.tenant, row.productId), 'productId', 'product')
  const categoryIds = await findCategoriesOfRow(db, unit.tenant, row)
  const { name = row.name as string, ...rest } = pickProductFields(row, categoryIds)
  const id = deriveId(new Date(createdAt), importId, name)
  const known = await findProduct(db, unit.tenant, id)
  if (known) return known
  await requireCategories(db, unit, categoryIds)
  return addProduct(unit, { name, ...rest, status: row.status ?? 'active' }, id)
}

/** Updates the variant that has the SKU and its product, or creates both. */
export const importProductRow = async (
  db: Table,
  unit: Unit,
  row: ProductRow,
  of: { id: Id; createdAt: string },
): Promise<'created' | 'updated' | 'unchanged'> => {
  const { sku } = row
  const variant = (await findBySku(db, unit.tenant, [sku])).get(foldSku(sku))
  if (variant) return (await updateBoth(db, unit, variant, row)) ? 'updated' : 'unchanged'
  if (row.name === undefined) throw invalid({ propertyPath: 'name', message: 'is required for a new SKU' })
  const { id: productId } = await requireProduct(db, unit, row, of)
  createVariant(unit, { productId, sku, name: row.name, ...pickVariantFields(row) })
  return 'created'
}
