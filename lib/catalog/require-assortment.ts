import type { Id } from '../id.ts'
import { orInvalid } from '../problem.ts'
import type { Table } from '../store/table.ts'
import { findAssortment } from './assortment-store.ts'

/** A violation where the tenant has no assortment of this id. */
export const requireAssortment = async (db: Table, tenant: Id, id: Id): Promise<void> => {
  orInvalid(await findAssortment(db, tenant, id), 'assortmentId', 'assortment')
}
