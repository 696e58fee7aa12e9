import { DISPUTE_WORDS } from './dispute-words.ts'
import type { OrderStates } from './order-states.ts'

/** What the payment status of an order says that was imported without a shop. */
export const IMPORTED_ORDER_STATES: OrderStates = {
  source: 'The reference of this API, "OrderRow"',
  aspects: {
    dispute: DISPUTE_WORDS,
    paymentStatus: {
      unpaid: ['unpaid', 'no payment was received yet'],
      partly_paid: ['unpaid', 'only a part of it is paid'],
      authorized: ['ship', 'its payment is authorized and captured later'],
      paid: ['ship', 'it is paid'],
      partly_refunded: ['ship', 'a part of its payment was refunded'],
      refunded: ['ended', 'all of it was refunded'],
      voided: ['failed', 'its payment was voided'],
    },
  },
}
