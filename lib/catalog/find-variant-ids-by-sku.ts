import type { Id } from '../platform/id.ts'
import { foldSku, type SkuKey } from '../platform/identifiers/sku.ts'
import { findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { variants } from './variant-store.ts'

/** Finds the ids of variants by SKU, however it is spelled, leaving out SKUs that no variant has. */
export const findVariantIdsBySku = async (db: Table, tenant: Id, skus: readonly string[]): Promise<Map<SkuKey, Id>> => {
  const owners = await findOwnersOfValues(db, variants, tenant, 'sku', [...new Set(skus.map(foldSku))])
  return new Map([...owners].map(([sku, id]) => [foldSku(sku), id]))
}
