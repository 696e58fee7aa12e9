import { ProductRowInput } from '../../../schemas/data-exchange/import-rows.ts'
import { importProductRow, type ProductRow } from '../../catalog/rows/import-product-row.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { checkGiven } from './check-given.ts'
import type { RowKind } from './row-kind.ts'
import { VARIANT_COLUMNS } from './variant-rows.ts'

/** Variants with their products, found by their SKU. */
export const productRows: RowKind = {
  columns: {
    ...{ sku: 'text', name: 'text', product: 'text', productId: 'text', description: 'text', brand: 'text' },
    ...{ tags: 'list', categories: 'list', status: 'text' },
    ...VARIANT_COLUMNS,
  },
  required: ['sku'],
  scopes: ['catalog:product:write', 'catalog:variant:write'],
  keyColumn: 'sku',
  listKeys: ({ sku = '' }) => [foldSku(sku)],
  apply: async ({ db }, unit, given, of) =>
    importProductRow(db, unit, await checkGiven<ProductRow>(ProductRowInput, given), of),
}
