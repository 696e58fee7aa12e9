import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import { hashEmail } from '../../platform/access/email.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { CUSTOMER_MOVES, listParts, type StoredCustomer } from '../customers/customer.ts'
import { computeErasedKey } from '../customers/customer-key.ts'
import {
  CUSTOMER_KEY_KIND,
  customerKeyKey,
  customers,
  findCustomer,
  findCustomers,
} from '../customers/customer-store.ts'
import type { OrderFilters } from '../order-search/order-conditions.ts'
import { searchOrders } from '../order-search/search-orders.ts'
import { ERASED, KEPT_PARTS } from './kept-parts.ts'

/** Accepted orders whose goods are still on their way to somebody. */
const UNFINISHED: readonly FulfilmentStatus[] = ['pending', 'blocked', 'in_progress', 'partially_fulfilled']

const countOrders = async (db: Table, tenant: Id, filters: OrderFilters): Promise<number> =>
  (await searchOrders({ db }, tenant, { page: 1, itemsPerPage: 1 }, filters)).totalItems

const requireNoOpenOrders = async (db: Table, tenant: Id, customerId: Id): Promise<void> => {
  const counts = await Promise.all([
    countOrders(db, tenant, { customerId, status: 'held' }),
    ...UNFINISHED.map((fulfilmentStatus) =>
      countOrders(db, tenant, { customerId, status: 'accepted', fulfilmentStatus }),
    ),
  ])
  const open = counts.reduce((sum, each) => sum + each, 0)
  if (open)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The customer has ${open} order${open === 1 ? '' : 's'} that is not over. Fulfil or cancel what is open first.`,
    )
}

/** Fields of a customer who can no longer be named. */
const NOBODY = {
  ...{ name: null, emails: [], phone: null, note: null, tags: [], consents: [] },
} satisfies Partial<StoredCustomer>

const eraseRecord = (unit: Unit, before: StoredCustomer, more: Partial<StoredCustomer>): void => {
  const parts = before.parts.map((part) => ({ ...part, key: computeErasedKey(part.id) }))
  unit.update(customers, before, {
    ...NOBODY,
    ...{ key: computeErasedKey(before.id), parts, erasedAt: unit.now.toISOString() },
    ...more,
  })
}

/**
 * Erases what is known of a customer at once, and has a task erase the customer from everything else. It is refused while
 * goods have to reach the customer.
 */
export const requestErasure = async (db: Table, unit: Unit, id: string) => {
  const before = orNotFound(await findCustomer(db, unit.tenant, id))
  const status = move(CUSTOMER_MOVES, 'customer', before.status, 'erase')
  const customerId = before.id
  await requireNoOpenOrders(db, unit.tenant, customerId)
  const parts = listParts(before)
  const [orderCount, merged] = await Promise.all([
    countOrders(db, unit.tenant, { customerId }),
    findCustomers(
      db,
      unit.tenant,
      before.parts.map((part) => part.id),
    ),
  ])
  eraseRecord(unit, before, { status })
  for (const each of merged) eraseRecord(unit, each, {})
  for (const part of parts) {
    const fields = { kind: CUSTOMER_KEY_KIND, customerId: part.id }
    unit.addToCounts(customerKeyKey(unit.tenant, computeErasedKey(part.id)), {}, fields, 'be new')
  }
  const keys = parts.map(({ key }) => key)
  const emails = [before, ...merged].flatMap((each) => each.emails)
  const emailDigests = [...new Set(emails.map(hashEmail))]
  unit.schedule('sales.customer.erase', { tenant: unit.tenant, customerId, keys, emailDigests })
  return { customerId, status, orderCount, erased: ERASED, kept: KEPT_PARTS }
}
