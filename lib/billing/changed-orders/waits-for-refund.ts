import type { StoredOrder } from '../../sales/orders/order.ts'

export const AWAITING_REFUND =
  'The shop took pieces off the order after they had left. They are credited once the shop refunds them.'

/** Tells whether the customer has not got the money back yet for pieces that were taken off an order after they had left. */
export const waitsForRefund = ({
  lineItems,
  payment,
  total,
  refundedAmount,
}: Pick<StoredOrder, 'lineItems' | 'payment' | 'total' | 'refundedAmount'>): boolean => {
  if (!lineItems.some(({ removedAfterLeavingQuantity: removed }) => removed > 0)) return false
  const paid = payment?.paidAmount ?? null
  return paid === null ? refundedAmount === 0 : paid - refundedAmount > total
}
