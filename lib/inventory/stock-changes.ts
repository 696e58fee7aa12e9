import { type Id, newId } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import { getDuePartition, getTenantOfKey, listDue } from '../platform/store/table/due.ts'
import type { Item, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Stock changes:  T#<tenant>#stock-change / <variant>   due until channels and incidents were told; overwritten by the next
//                                                       change of the variant, `mark` tells which change it is

const KIND = 'stock-change'

const changesPartition = (tenant: Id) => partition(tenant, KIND)

/** A change of how much of a variant can be promised. */
export interface StockChangeNote {
  tenant: Id
  variantId: Id
  mark: string
}

/** Stores, in the transaction of the change itself, that another quantity of the variant can be promised. */
export const noteStockChange = (unit: Unit, variantId: Id): void => {
  const key = { pk: changesPartition(unit.tenant), sk: variantId }
  if (unit.writes(key)) return
  const due = { duePk: getDuePartition(KIND, variantId), dueSk: unit.now.toISOString() }
  unit.add({ put: { ...key, kind: KIND, mark: newId(unit.now), ...due } })
}

/** Returns tenants in which something changed. */
export const listTenantsWithStockChanges = async (db: Table, now: Date, limit: number): Promise<Id[]> => {
  const found = await listDue(db, KIND, now, limit)
  return [...new Set(found.map(getTenantOfKey))]
}

/** Returns some of a tenant's changes, in the order of variants, after a variant. */
export const listStockChanges = async (db: Table, tenant: Id, after: Id, limit: number): Promise<StockChangeNote[]> => {
  const found = await db.query<{ mark: string }>({ pk: changesPartition(tenant), from: `${after}\u0000`, limit })
  return found.map(({ sk, mark }: Item & { mark: string }) => ({ tenant, variantId: sk, mark }))
}

/** Deletes changes that nothing has overwritten since they were read. */
export const removeStockChanges = async (db: Table, changes: readonly StockChangeNote[]): Promise<void> => {
  await Promise.all(
    changes.map(({ tenant, variantId, mark }) =>
      db.transact([
        {
          delete: { pk: changesPartition(tenant), sk: variantId },
          when: '#mark = :mark',
          values: { ':mark': mark },
        },
      ]),
    ),
  )
}
