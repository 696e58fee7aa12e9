import { keepCountry } from '../../platform/addresses/keep-country.ts'
import type { StoredOrder } from '../orders/order.ts'

type People = Pick<StoredOrder, 'customer' | 'shippingAddress' | 'billingAddress' | 'customerNote'>

/** Returns what an order says of people once its customer was erased. */
export const stripOrder = ({ shippingAddress, billingAddress }: Omit<People, 'customer' | 'customerNote'>): People => ({
  customer: null,
  shippingAddress: keepCountry(shippingAddress),
  billingAddress: keepCountry(billingAddress),
  customerNote: null,
})
