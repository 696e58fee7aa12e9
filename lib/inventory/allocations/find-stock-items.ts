import type { Id } from '../../platform/id.ts'
import { findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildPair, stockItems } from '../stock-store.ts'

/** Finds the stock items of variants at a custodian, by variant; variants that it does not keep are absent. */
export const findStockItems = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  variantIds: readonly Id[],
): Promise<Map<Id, Id>> => {
  const pairs = new Map([...new Set(variantIds)].map((variantId) => [buildPair(variantId, custodianId), variantId]))
  const owners = await findOwnersOfValues(db, stockItems, tenant, 'pair', [...pairs.keys()])
  return new Map([...owners].map(([pair, id]) => [pairs.get(pair) as Id, id]))
}
