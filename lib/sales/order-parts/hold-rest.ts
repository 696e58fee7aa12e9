import type { StoredOrder } from '../orders/order.ts'
import type { Parts } from './complete-parts.ts'

const holdLine = (line: Parts['lineItems'][number]) => ({
  ...line,
  onHoldQuantity: line.kind === 'goods' ? line.quantity - line.fulfilledElsewhereQuantity : 0,
})

/** Returns the parts of an order with everything on hold that has not left, while nobody doubts what was ordered. */
export const holdOpen = (parts: Parts): Parts => ({ ...parts, lineItems: parts.lineItems.map(holdLine) })

/**
 * Returns the parts of an order of which pieces have left, while its shop says that nothing more must be sent: what was agreed
 * before stays, and what has not left is on hold. A change that the shop has not settled, such as an edit, is not taken over.
 */
export const holdRest = (before: StoredOrder, parts: Parts): Parts & Pick<StoredOrder, 'total' | 'currency'> => {
  const { total, currency, shippingLines, discounts, adjustment, refunds, refundedAmount, keptAmount } = before
  return {
    ...parts,
    ...{ total, currency, shippingLines, discounts, adjustment, refunds, refundedAmount, keptAmount },
    lineItems: before.lineItems.map(holdLine),
  }
}
