import type { CreateProductInput, CreateVariantInput } from '../../schemas/catalog/product.ts'
import type { Id } from '../platform/id.ts'
import { foldSku, type SkuKey } from '../platform/identifiers/sku.ts'
import { findAll } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { assortmentVariants } from './assortment-store.ts'
import { findVariantIdsBySku } from './find-variant-ids-by-sku.ts'
import type { Goods } from './goods/goods.ts'
import { pickMissingGoods } from './goods/pick-valid-goods.ts'
import { products, type StoredProduct } from './product-store.ts'
import { fillLocalizations } from './variant.ts'
import { type StoredVariant, variants } from './variant-store.ts'

/** Finds variants by SKU, however it is spelled. */
export const findBySku = async (
  db: Table,
  tenant: Id,
  skus: readonly string[],
): Promise<ReadonlyMap<SkuKey, StoredVariant>> => {
  const ids = await findVariantIdsBySku(db, tenant, skus)
  const found = await findAll(db, variants, tenant, [...ids.values()])
  return new Map(found.map((variant) => [foldSku(variant.sku), variant]))
}

type ImportedProduct = Required<Pick<CreateProductInput, 'name' | 'description' | 'brand'>> &
  Required<Pick<StoredProduct, 'origin'>>

export const importProduct = (unit: Unit, given: ImportedProduct): StoredProduct =>
  unit.create(products, { status: 'active', tags: [], categoryIds: [], attributes: {}, ...given })

/** Creates an imported variant; the unit is run again if its SKU is taken meanwhile. */
export const importVariant = (unit: Unit, given: Required<CreateVariantInput>): StoredVariant =>
  unit.create(variants, { ...given, localizations: fillLocalizations(given.localizations) }, 'stale')

/** Adds to a variant what a shop tells of its goods, where nothing was known. Channels show none of it. */
export const fillGoods = (unit: Unit, variant: StoredVariant, told: Goods): (keyof Goods)[] => {
  const missing = pickMissingGoods(variant, told)
  const names = Object.keys(missing) as (keyof Goods)[]
  if (names.length) unit.update(variants, variant, missing, 'stale')
  return names
}

/** Adds a variant to an assortment that does not have it. The caller has to record the content change. */
export const putVariantInAssortment = (unit: Unit, assortmentId: Id, variantId: Id): void => {
  unit.create(assortmentVariants, { assortmentId, variantId }, 'stale')
}
