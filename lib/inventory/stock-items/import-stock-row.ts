import { findVariantIdsBySku } from '../../catalog/find-variant-ids-by-sku.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findStockAtCustodian } from '../stock-store.ts'
import { addStockItem } from './add-stock-item.ts'
import { correctStock } from './correct-stock.ts'

interface StockRow {
  sku: string
  custodianId: Id
  onHand: number
  reason?: string | undefined
}

/** Sets the stock of a variant at a custodian to what was counted, or creates its stock item. */
export const importStockRow = async (
  db: Table,
  unit: Unit,
  { sku, custodianId, onHand, reason }: StockRow,
): Promise<'created' | 'updated' | 'unchanged'> => {
  const variantId = (await findVariantIdsBySku(db, unit.tenant, [sku])).get(foldSku(sku))
  if (!variantId) throw invalid({ propertyPath: 'sku', message: 'must be the SKU of a variant' })
  const item = (await findStockAtCustodian(db, unit.tenant, custodianId, [variantId])).get(variantId)
  if (!item) {
    await addStockItem(db, unit, { variantId, custodianId, onHand })
    return 'created'
  }
  await correctStock(db, unit, item.id, { onHand, reason: reason ?? null })
  return item.onHand === onHand ? 'unchanged' : 'updated'
}
