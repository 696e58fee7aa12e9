import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from '../orders/order.ts'
import { computeCustomerKey, type PeopleOfOrder, readCalled } from './customer-key.ts'
import { CUSTOMER_KEY_KIND, customerKeyKey, customers, readKeys } from './customer-store.ts'

type Link = Pick<StoredOrder, 'customerId' | 'customerKey'>

type Given = PeopleOfOrder & Pick<StoredOrder, 'externalOrderId'>

/** The customers that the keys of a unit's orders have, with those that the unit makes. */
export type KnownCustomers = Map<string, Id>

/** Reads the customers that orders may belong to, in one read. */
export const readKnownCustomers = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  orders: readonly Given[],
): Promise<KnownCustomers> => {
  const keys = orders.flatMap((order) => computeCustomerKey(channelId, order.externalOrderId, order) ?? [])
  const found = await readKeys(db, tenant, keys)
  return new Map([...found].map(([key, { customerId }]) => [key, customerId]))
}

const makeCustomer = (unit: Unit, channelId: Id, key: string, order: PeopleOfOrder): Id => {
  const { name, email, phone } = readCalled(order)
  const { id } = unit.create(customers, {
    ...{ channelId, key, status: 'active', name, emails: email ? [email] : [], phone },
    ...{ note: null, tags: [], consents: [], mergedIntoId: null, parts: [], erasedAt: null },
  })
  unit.addToCounts(customerKeyKey(unit.tenant, key), {}, { kind: CUSTOMER_KEY_KIND, customerId: id }, 'be new')
  return id
}

/** Returns the customer of an order; makes one for a key that is new. */
export const linkCustomer = (unit: Unit, channelId: Id, order: Given, known: KnownCustomers): Link => {
  const key = computeCustomerKey(channelId, order.externalOrderId, order)
  if (key === null) return { customerId: null, customerKey: null }
  const customerId = known.get(key) ?? makeCustomer(unit, channelId, key, order)
  known.set(key, customerId)
  return { customerId, customerKey: key }
}

/** Returns the customer of an order that changed; it stays the same as long as the order names the same address. */
export const relinkCustomer = async (
  db: Table,
  unit: Unit,
  before: StoredOrder,
  after: Given,
  known?: KnownCustomers,
): Promise<Link> => {
  const { channelId, customerId, customerKey, erasedAt } = before
  const key = computeCustomerKey(channelId, after.externalOrderId, after)
  // An order whose later version names nobody still belongs to whom it did, as a deletion of a customer in the shop shows.
  if (erasedAt || key === customerKey || key === null) return { customerId, customerKey }
  const read = known?.has(key) ? known : await readKnownCustomers(db, unit.tenant, channelId, [after])
  return linkCustomer(unit, channelId, after, read)
}
