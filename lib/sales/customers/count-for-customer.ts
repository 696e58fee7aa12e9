import type { Unit } from '../../platform/store/unit.ts'
import { type Amounts, countOrder, type StoredOrder } from '../orders/order.ts'
import { CUSTOMER_KEY_KIND, customerKeyKey } from './customer-store.ts'

/** Computes what an order adds to the sums of its customer: accepted orders by currency, after refunds. */
const countForKey = (order: StoredOrder): Amounts => {
  const counted = Object.entries(countOrder(order)).filter(([name]) => name.includes('_'))
  return { links: 1, orders: order.isTest ? 0 : 1, ...Object.fromEntries(counted) }
}

const negate = (amounts: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, -value]))

/** Adds what a change of an order means for the sums of its customer, or of both if it moved from one to another. */
export const countForCustomer = (unit: Unit, order: StoredOrder, before: StoredOrder | undefined): void => {
  const add = ({ customerKey, customerId }: StoredOrder, adds: Amounts): void => {
    if (customerKey === null) return
    const fields = { kind: CUSTOMER_KEY_KIND, customerId }
    unit.addToCounts(customerKeyKey(unit.tenant, customerKey), adds, fields, 'have the fields')
  }
  if (before) add(before, negate(countForKey(before)))
  add(order, countForKey(order))
}
