import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listParts } from './customer.ts'
import { findCustomer } from './customer-store.ts'

/** Returns the ids that the orders of a customer have; none if there is no such customer. */
export const findCustomerIds = async (db: Table, tenant: Id, id: Id): Promise<Id[]> => {
  const customer = await findCustomer(db, tenant, id)
  return customer ? listParts(customer).map((part) => part.id) : []
}
