import { createHash } from 'node:crypto'
import type { Order } from '../../../schemas/sales/order.ts'
import type { Id } from '../../platform/id.ts'
import { foldEmail } from '../../platform/identifiers/fold-email.ts'

/** The members of an order that say whose it is. */
export type PeopleOfOrder = Pick<Order, 'customer' | 'shippingAddress' | 'billingAddress'>

/** The name, e-mail address and number that an order gives its customer. */
interface Called {
  name: string | null
  email: string | null
  phone: string | null
}

const hashKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Returns what an order says of its customer: what the customer gave, else what the addresses have. */
export const readCalled = ({ customer, billingAddress, shippingAddress }: PeopleOfOrder): Called => {
  const people = [customer, billingAddress, shippingAddress]
  const first = (read: (each: (typeof people)[number]) => string | null | undefined) =>
    people.map(read).find((value) => value) ?? null
  const email = first((each) => (each?.email && foldEmail(each.email) ? each.email : null))
  return { name: first((each) => each?.name), email, phone: first((each) => each?.phone) }
}

const namesSomebody = ({ customer, billingAddress, shippingAddress }: PeopleOfOrder): boolean =>
  [customer, billingAddress, shippingAddress].some(
    (each) => each && Object.entries(each).some(([member, value]) => value && member !== 'countryCode'),
  )

/**
 * Returns the key of the customer of an order: one for each address of a channel. An order without an address has a customer
 * of its own, since a name or a telephone can be another person's. One that names nobody has none.
 */
export const computeCustomerKey = (channelId: Id, externalOrderId: string, people: PeopleOfOrder): string | null => {
  const { email } = readCalled(people)
  if (email) return hashKey(channelId, 'email', foldEmail(email))
  return namesSomebody(people) ? hashKey(channelId, 'order', externalOrderId) : null
}

/** Returns the key of the orders of a customer who was erased, from which nobody can guess an address. */
export const computeErasedKey = (customerId: Id): string => hashKey('erased', customerId)
