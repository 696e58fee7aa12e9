import { DISPUTE_WORDS } from './dispute-words.ts'
import type { OrderStates } from './order-states.ts'

export const SHOPIFY_ORDER_STATES: OrderStates = {
  source:
    'Shopify Admin GraphQL reference, "Order" (cancelledAt, disputes, test), "OrderDisplayFinancialStatus" and "OrderDisplayFulfillmentStatus"',
  aspects: {
    // Computed from the disputes of an order, since its financial status tells of none.
    dispute: DISPUTE_WORDS,
    kind: { test: ['none', 'it is a test'] },
    order: { cancelled: ['ended', 'it was cancelled'] },
    financialStatus: {
      pending: ['unpaid', 'its payment is pending'],
      authorized: ['ship', 'its payment is authorized and captured later'],
      partially_paid: ['unpaid', 'only a part of it is paid'],
      paid: ['ship', 'it is paid'],
      partially_refunded: ['ship', 'a part of its payment was refunded'],
      refunded: ['ended', 'all of it was refunded'],
      // The order stays open, and may be paid anew.
      voided: ['failed', 'its payment was voided'],
      expired: ['failed', 'its payment was not captured in time'],
    },
    fulfilmentStatus: {
      unfulfilled: ['ship', 'nothing of it is fulfilled'],
      open: ['ship', 'nothing of it is fulfilled'],
      in_progress: ['ship', 'its fulfilment has begun'],
      pending_fulfillment: ['ship', 'its fulfilment was requested'],
      request_declined: ['ship', 'a fulfilment service declined it'],
      on_hold: ['wait', 'its fulfilment is on hold'],
      scheduled: ['wait', 'it has to be fulfilled at a later time'],
      partially_fulfilled: ['part_sent', 'a part of it is fulfilled'],
      fulfilled: ['sent', 'all of it is fulfilled'],
      restocked: ['sent', 'all of its items were restocked'],
      fulfillment_not_required: ['sent', 'it has nothing to ship'],
    },
  },
}
