import { FULFILMENT_STATUSES } from '../../fulfilment/fulfilment-status.ts'
import { amount, currency, date, id, oneOf, text } from '../../types.ts'
import { ORDER_STATES } from '../order.ts'
import { PAYMENT_STATUSES } from '../payment-status.ts'

const day = (which: string) => date({ description: `${which} day in your time zone, included` })

/** Filters of the list of orders. */
export const orderFilters = {
  channelId: id(),
  status: oneOf(ORDER_STATES),
  number: text(255, { description: 'Order number, however it is spelled', examples: ['DE-100045'] }),
  externalOrderId: text(255, { description: 'Id of the order on the platform', examples: ['100045'] }),
  customerId: id({ description: 'The customer, with the orders of those that were merged into it' }),
  customerEmail: text(254, {
    description: 'E-mail address of the customer, or of the delivery or billing address',
    examples: ['ada@example.com'],
  }),
  customerName: text(255, {
    description:
      'Words with which words of the name of the customer begin, or of the names and companies of the delivery and billing address',
    examples: ['Lovelace'],
  }),
  sku: text(255, { description: 'SKU of a line, however it is spelled', examples: ['TEA-GREEN-100'] }),
  trackingNumber: text(255, {
    description: 'Tracking number of a parcel of the order, however it is spelled',
    examples: ['00340434161094042557'],
  }),
  tag: text(50, { description: 'Tag of the order, however it is spelled', examples: ['trade fair'] }),
  placedFrom: day('First'),
  placedTo: day('Last'),
  paymentStatus: oneOf(PAYMENT_STATUSES),
  fulfilmentStatus: oneOf(FULFILMENT_STATUSES),
  currency: currency(),
  totalFrom: amount({ description: 'Lowest total in minor units, included' }),
  totalTo: amount({ description: 'Highest total in minor units, included' }),
}
