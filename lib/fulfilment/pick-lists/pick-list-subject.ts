import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { fulfilmentOrderUri } from '../orders/fulfilment-order.ts'

/** Returns the URI of the pick list of some fulfilment orders, in whatever order they are named. */
export const buildPickListSubject = (orders: readonly { id: Id }[]): string => {
  const [first, ...others] = orders.map(({ id }) => id).sort()
  if (!others.length) return `${fulfilmentOrderUri(first as Id)}/pick-list`
  return `commerce:///fulfilment/pick-lists/${hash('sha256', JSON.stringify([first, ...others]))}`
}
