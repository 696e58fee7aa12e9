import type { ImportKind } from '../../../schemas/data-exchange/import.ts'
import { partnerRows } from './partner-rows.ts'
import { priceRows } from './price-rows.ts'
import { productRows } from './product-rows.ts'
import type { RowKind } from './row-kind.ts'
import { stockRows } from './stock-rows.ts'
import { variantRows } from './variant-rows.ts'

/** Every kind of rows that can be imported. */
export const ROW_KINDS: Readonly<Record<ImportKind, RowKind>> = {
  partners: partnerRows,
  products: productRows,
  variants: variantRows,
  stock: stockRows,
  prices: priceRows,
}
