import { partnerRows } from '../../../lib/data-exchange/import-kinds/partner-rows.ts'
import { priceRows } from '../../../lib/data-exchange/import-kinds/price-rows.ts'
import { productRows } from '../../../lib/data-exchange/import-kinds/product-rows.ts'
import type { RowKinds } from '../../../lib/data-exchange/import-kinds/row-kind.ts'
import { stockRows } from '../../../lib/data-exchange/import-kinds/stock-rows.ts'
import { variantRows } from '../../../lib/data-exchange/import-kinds/variant-rows.ts'
import { orderRows } from '../../../lib/sales/order-imports/order-rows.ts'

/** Every kind of rows that can be imported. */
export const ROW_KINDS: RowKinds = {
  partners: partnerRows,
  products: productRows,
  variants: variantRows,
  stock: stockRows,
  prices: priceRows,
  orders: orderRows,
}
