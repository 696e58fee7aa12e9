import { nullable } from '../../types.ts'
import { amount, currency, id, moment, text, topic } from './topic.ts'

const channel = {
  channelId: id('01K9ZB4A7M2C5X8V1B6N3Q0W4E'),
  channelName: text('Web shop'),
}

const order = {
  orderId: id(),
  orderNumber: text('DE-100045'),
  ...channel,
  totalAmount: amount(12_990),
  currency: currency(),
}

export const SALES = {
  'sales.order.ready': topic(['sales', 'operational'], order),
  'sales.order.fulfilled': topic(['sales', 'operational', 'low'], order),
  'sales.order.cancelled': topic(['sales', 'operational'], {
    ...order,
    reason: nullable(text('Cancelled by the customer')),
  }),
  'sales.order.fulfillment_blocked': topic(['sales', 'incident', 'high'], {
    ...order,
    reason: text('TEA-GREEN-100 is out of stock'),
  }),
  'sales.channel.sync_failed': topic(['sales', 'incident', 'high'], {
    ...channel,
    syncId: id(),
    errorCode: text('AUTH_FAILED'),
    errorMessage: nullable(text('The shop refused the access token')),
    failedAt: moment('2026-03-02T06:15:00.000Z'),
  }),
}
