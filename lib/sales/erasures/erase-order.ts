import type { Unit } from '../../platform/store/unit.ts'
import { countForCustomer } from '../customers/count-for-customer.ts'
import { computeErasedKey } from '../customers/customer-key.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { erasePayload } from '../orders/payload-store.ts'
import { stripOrder } from './strip-order.ts'

/**
 * Erases the person from an order. What was sold, and for how much, stays, under a customer whom nobody can name. It tells
 * nobody and makes no revision, since nothing of the order changed.
 */
export const eraseOrder = (unit: Unit, before: StoredOrder): void => {
  const after = unit.update(orders, before, {
    ...stripOrder(before),
    ...{ corrected: {}, note: null, payloadFile: null },
    customerKey: before.customerId && computeErasedKey(before.customerId),
    erasedAt: unit.now.toISOString(),
  })
  countForCustomer(unit, after, before)
  erasePayload(unit, before)
}
