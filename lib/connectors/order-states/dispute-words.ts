import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { OrderWord } from './order-states.ts'

/** Words for the disputes about an order's payment, which are ours, since platforms tell each dispute by itself. */
export const DISPUTE_WORDS: Readonly<Record<'inquiry' | 'chargeback' | 'dispute_lost', OrderWord>> = {
  inquiry: ['wait', 'the customer asks the bank about its payment'],
  chargeback: ['wait', 'the customer charges its payment back'],
  dispute_lost: ['failed', 'a dispute about its payment was lost'],
}

export const isDisputeWord = (word: string | null): boolean => word !== null && Object.hasOwn(DISPUTE_WORDS, word)

/** Returns the word for disputes: an open one comes first, a chargeback before an inquiry. */
export const readDisputeWord = (disputes: OrderRow['disputes']): keyof typeof DISPUTE_WORDS | null => {
  const known = Array.isArray(disputes) ? disputes : []
  const open = known.filter((dispute) => dispute?.status === 'open')
  if (open.length) return open.some(({ kind }) => kind === 'chargeback') ? 'chargeback' : 'inquiry'
  return known.some((dispute) => dispute?.status === 'lost') ? 'dispute_lost' : null
}
