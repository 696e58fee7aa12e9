import type { OrderStates } from './order-states.ts'

export const WOOCOMMERCE_ORDER_STATES: OrderStates = {
  source: 'WooCommerce code reference, "OrderStatus"; WooCommerce documentation, "Order Statuses"',
  aspects: {
    status: {
      pending: ['unpaid', 'no payment was received yet'],
      'on-hold': ['unpaid', 'its payment has to be confirmed'],
      // Also cash on delivery and invoices, which the shop itself releases like this.
      processing: ['ship', 'it is paid or released, and to be shipped'],
      completed: ['sent', 'it is fulfilled or has nothing to ship'],
      failed: ['failed', 'its payment failed or was declined'],
      cancelled: ['ended', 'it was cancelled'],
      refunded: ['ended', 'all of it was refunded'],
      trash: ['ended', 'it was moved to the trash'],
      'checkout-draft': ['none', 'its checkout is not complete'],
      'auto-draft': ['none', 'staff has not saved it yet'],
      draft: ['none', 'it is not placed yet'],
      new: ['none', 'it is not placed yet'],
    },
  },
}
