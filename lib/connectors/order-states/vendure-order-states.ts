import type { OrderStates } from './order-states.ts'

export const VENDURE_ORDER_STATES: OrderStates = {
  source: 'Vendure documentation, "Orders", "Payment", "PaymentState", "RefundState"',
  aspects: {
    state: {
      Created: ['none', 'it is not placed yet'],
      Draft: ['none', 'staff has not completed it yet'],
      AddingItems: ['none', 'it is a cart'],
      ArrangingPayment: ['none', 'its checkout is not complete'],
      PaymentAuthorized: ['ship', 'its payment is authorized and captured later'],
      PaymentSettled: ['ship', 'it is paid'],
      PartiallyShipped: ['part_sent', 'a part of it is shipped'],
      Shipped: ['sent', 'it is shipped'],
      PartiallyDelivered: ['part_sent', 'a part of it is delivered'],
      Delivered: ['sent', 'it is delivered'],
      Modifying: ['wait', 'staff is changing it'],
      ArrangingAdditionalPayment: ['wait', 'a change of it is not paid yet'],
      Cancelled: ['ended', 'it was cancelled'],
    },
    // Computed from payments and refunds, because no state of the order tells of either.
    payment: { voided: ['failed', 'its payment was cancelled'] },
    refunds: {
      none: ['ship', 'nothing was refunded'],
      partly_refunded: ['ship', 'a part of its payment was refunded'],
      refund_pending: ['wait', 'all of it is being refunded'],
      refunded: ['ended', 'all of it was refunded'],
    },
  },
}
