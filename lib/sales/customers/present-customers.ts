import type { Id } from '../../platform/id.ts'
import { joinAmountParts } from '../../platform/money/amount-parts.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Amounts } from '../orders/order.ts'
import { listParts, type StoredCustomer } from './customer.ts'
import { readKeys } from './customer-store.ts'

const addUp = (all: readonly Amounts[]): Amounts => {
  const sum: Amounts = {}
  for (const amounts of all) for (const [name, value] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + value
  return sum
}

const PREFIX = 'orders_'

const listTotals = (sums: Amounts) =>
  Object.entries(sums)
    .filter(([name, orderCount]) => name.startsWith(PREFIX) && orderCount)
    .map(([name, orderCount]) => ({ currency: name.slice(PREFIX.length), orderCount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .map((each) => ({ ...each, amount: Number(joinAmountParts(sums, each.currency)) }))

/** Presents customers with the sums of their orders and of those that were merged into them, in one read. */
export const presentCustomers = async <C extends StoredCustomer>(db: Table, tenant: Id, shown: readonly C[]) => {
  // What was merged into another customer counts there.
  const keysOf = (customer: C) => (customer.mergedIntoId ? [] : listParts(customer).map(({ key }) => key))
  const found = await readKeys(db, tenant, shown.flatMap(keysOf))
  return shown.map((customer) => {
    const sums = addUp(keysOf(customer).map((key) => found.get(key)?.sums ?? {}))
    const mergedIds = customer.parts.map(({ id }) => id)
    return { ...customer, orderCount: sums.orders ?? 0, totals: listTotals(sums), mergedIds }
  })
}

export const presentCustomer = async (db: Table, tenant: Id, customer: StoredCustomer) =>
  (await presentCustomers(db, tenant, [customer]))[0]
