import type { Id } from '../../platform/id.ts'
import type { SkuKey } from '../../platform/identifiers/sku.ts'
import { getTenantOfKey, listDue } from '../../platform/store/table/due.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import { KIND } from './order-pieces-store.ts'

/** A change of the pieces of a SKU, until channels were told. */
export interface PiecesChange extends Key {
  sku: SkuKey
  mark: string
}

/** Lists changes of pieces by tenant. */
export const listPiecesChanges = async (
  db: Table,
  now: Date,
  limit: number,
): Promise<ReadonlyMap<Id, PiecesChange[]>> => {
  const due = await listDue(db, KIND, now, limit)
  const items = due.length ? await db.batchGet<PiecesChange>(due.map(({ pk, sk }) => ({ pk, sk }))) : []
  return Map.groupBy(
    items.map(({ pk, sk, sku, mark }: Item & PiecesChange) => ({ pk, sk, sku, mark })),
    getTenantOfKey,
  )
}

/** Forgets changes that nothing has followed since they were read; the sums stay. */
export const settlePiecesChanges = async (db: Table, changes: readonly PiecesChange[]): Promise<void> => {
  await Promise.all(
    changes.map(({ pk, sk, mark }) =>
      db.update({
        update: { pk, sk },
        set: 'REMOVE #duePk, #dueSk, #mark',
        when: '#mark = :mark',
        values: { ':mark': mark },
      }),
    ),
  )
}
