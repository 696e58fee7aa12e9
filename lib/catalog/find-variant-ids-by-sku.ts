import type { Id } from '../platform/id.ts'
import { findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { variants } from './variant-store.ts'

/** Finds the ids of variants by SKU, leaving out SKUs that no variant has. */
export const findVariantIdsBySku = (db: Table, tenant: Id, skus: readonly string[]): Promise<Map<string, Id>> =>
  findOwnersOfValues(db, variants, tenant, 'sku', [...new Set(skus)])
