import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findOrder } from './order-store.ts'

/** Returns the partner on whose behalf the order was sold; null if there is none. */
export const findSellerOfOrder = async (db: Table, tenant: Id, orderId: Id): Promise<Id | null> =>
  (await findOrder(db, tenant, orderId))?.sellerId ?? null
