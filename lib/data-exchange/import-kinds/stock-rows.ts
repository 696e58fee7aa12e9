import type { Static } from 'typebox'
import { StockRowInput } from '../../../schemas/data-exchange/import-rows.ts'
import { importStockRow } from '../../inventory/stock-items/import-stock-row.ts'
import { parseId } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { checkGiven } from './check-given.ts'
import type { RowKind } from './row-kind.ts'

/** Counted stock, found by SKU and custodian. */
export const stockRows: RowKind = {
  columns: { sku: 'text', custodianId: 'text', onHand: 'integer', reason: 'text' },
  required: ['sku', 'custodianId', 'onHand'],
  scopes: ['inventory:stock_item:write'],
  keyColumn: 'sku',
  listKeys: ({ sku = '', custodianId = '' }) => [`${foldSku(sku)}#${parseId(custodianId) ?? custodianId}`],
  apply: async ({ db }, unit, given) =>
    importStockRow(db, unit, await checkGiven<Static<typeof StockRowInput>>(StockRowInput, given)),
}
