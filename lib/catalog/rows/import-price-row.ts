import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findBySku } from '../import-variant.ts'
import { changeVariant } from '../variant-store.ts'

/** Sets the price of a variant in one currency; its other prices stay. */
export const importPriceRow = async (
  db: Table,
  unit: Unit,
  { sku, currency, amount }: { sku: string; currency: string; amount: number },
): Promise<'updated' | 'unchanged'> => {
  const variant = (await findBySku(db, unit.tenant, [sku])).get(foldSku(sku))
  if (!variant) throw invalid({ propertyPath: 'sku', message: 'must be the SKU of a variant' })
  const before = variant.prices.find((each) => each.currency === currency)
  if (before?.amount === amount) return 'unchanged'
  const others = variant.prices.filter((each) => each.currency !== currency)
  await changeVariant(unit, variant.id, { prices: [...others, { currency, amount }] })
  return 'updated'
}
