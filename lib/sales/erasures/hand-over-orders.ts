import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { Stale } from '../../platform/store/transaction.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readCalled } from '../customers/customer-key.ts'
import { customerKeyKey, customers, readKeys } from '../customers/customer-store.ts'
import { searchOrders } from '../order-search/search-orders.ts'
import { orders } from '../orders/order-store.ts'

/** More orders than somebody places between asking for an erasure and its end. */
const MAX_LATER = 20

/**
 * Ends the key of a customer who was erased. Orders that came after the erasure had been asked for are those of a new customer,
 * who gets the key.
 */
export const handOverOrders = async (db: Table, unit: Unit, customerId: Id, key: string): Promise<void> => {
  const known = (await readKeys(db, unit.tenant, [key])).get(key)
  if (known?.customerId !== customerId) return
  const links = known.sums.links ?? 0
  const when = '#customerId = :old AND #links = :links'
  const values = { ':old': customerId, ':links': links }
  if (!links) return unit.add({ delete: customerKeyKey(unit.tenant, key), when, values })
  const page = { page: 1, itemsPerPage: MAX_LATER }
  const { items } = await searchOrders({ db }, unit.tenant, page, { customerId })
  const later = items.filter((order) => order.customerKey === key)
  const [newest] = later
  // An order is being linked at this moment.
  if (!newest || later.length !== links) throw new Stale()
  const { name, email, phone } = readCalled(newest)
  const { id } = unit.create(customers, {
    ...{ channelId: newest.channelId, key, status: 'active', name, emails: email ? [email] : [], phone },
    ...{ note: null, tags: [], consents: [], mergedIntoId: null, parts: [], erasedAt: null },
  })
  for (const { fulfilmentStatus: _computed, ...order } of later) unit.update(orders, order, { customerId: id })
  unit.add({
    update: customerKeyKey(unit.tenant, key),
    set: 'SET #customerId = :new',
    when,
    values: { ...values, ':new': id },
  })
}
