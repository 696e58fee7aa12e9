import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listWaiting } from './incident-store.ts'

/** Tells whether an order waits for stock of a variant. */
export const isStockAwaited = async (db: Table, tenant: Id, variantId: Id): Promise<boolean> =>
  (await listWaiting(db, tenant, variantId, 1)).length > 0
