import type { Id } from '../platform/id.ts'
import { orInvalid } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findAssortment } from './assortment-store.ts'

/** A violation where the tenant has no assortment of this id. */
export const requireAssortment = async (db: Table, tenant: Id, id: Id): Promise<void> => {
  orInvalid(await findAssortment(db, tenant, id), 'assortmentId', 'assortment')
}
