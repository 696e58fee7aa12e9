import type { OrderStates } from './order-states.ts'

export const SIMULATOR_ORDER_STATES: OrderStates = {
  source: 'The simulated shop defines its own words, which are those of WooCommerce',
  aspects: {
    status: {
      pending: ['unpaid', 'no payment was received yet'],
      'on-hold': ['wait', 'its payment has to be confirmed'],
      processing: ['ship', 'it is paid and to be shipped'],
      completed: ['sent', 'it is fulfilled or has nothing to ship'],
      failed: ['failed', 'its payment failed or was declined'],
      cancelled: ['ended', 'it was cancelled'],
      refunded: ['ended', 'all of it was refunded'],
      draft: ['none', 'it is not placed yet'],
    },
  },
}
