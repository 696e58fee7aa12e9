import type { OrderStates } from './order-states.ts'

export const SYLIUS_ORDER_STATES: OrderStates = {
  source: 'Sylius documentation, "Orders" (state machines of orders, their payments and shipments) and "Checkout"',
  aspects: {
    state: {
      cart: ['none', 'it is a cart'],
      new: ['ship', 'it was placed'],
      fulfilled: ['sent', 'it is paid and shipped'],
      cancelled: ['ended', 'it was cancelled'],
    },
    paymentState: {
      cart: ['none', 'it is a cart'],
      // Also cash on delivery and bank transfers.
      awaiting_payment: ['unpaid', 'no payment was received yet'],
      partially_authorized: ['unpaid', 'only a part of its payment is authorized'],
      authorized: ['ship', 'its payment is authorized and captured later'],
      partially_paid: ['unpaid', 'only a part of it is paid'],
      paid: ['ship', 'it is paid'],
      partially_refunded: ['ship', 'a part of its payment was refunded'],
      refunded: ['ended', 'all of it was refunded'],
      cancelled: ['ended', 'its payment was cancelled with the order'],
    },
    shippingState: {
      cart: ['none', 'it is a cart'],
      ready: ['ship', 'it is ready to be shipped'],
      partially_shipped: ['part_sent', 'a part of it is shipped'],
      shipped: ['sent', 'it is shipped or has nothing to ship'],
      cancelled: ['ended', 'its shipments were cancelled with the order'],
    },
  },
}
